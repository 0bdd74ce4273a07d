import { compareTexts } from '@/lib/base/locale/format.ts';
import type { Uncounted, Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';

export type HoldingOrder = 'name' | 'value' | 'gain' | 'share';

export type ListedHolding = Valuation['counted'][number] | Uncounted;

/** Sorts holdings. Those without a value come last, unless names decide. */
export function sortHoldings(
  valuation: Valuation,
  order: HoldingOrder,
  nameOf: (id: FeedId) => string,
): readonly ListedHolding[] {
  const all: readonly ListedHolding[] = [...valuation.counted, ...valuation.uncounted];
  if (order === 'name') {
    return all.toSorted((a, b) => compareTexts(nameOf(a.feedId), nameOf(b.feedId)));
  }
  const byId = new Map(all.map((holding) => [holding.feedId, holding]));
  return sortByFigure([...byId.keys()], figuresOf(valuation, order)).flatMap(
    (id) => byId.get(id) ?? [],
  );
}

/** Gains are compared by percentage, as shown in rows. */
export function figuresOf(
  { counted }: Valuation,
  order: Exclude<HoldingOrder, 'name'>,
): ReadonlyMap<FeedId, Decimal | null> {
  return new Map(
    counted.map(({ feedId, price, gain, share }) => [
      feedId,
      { value: price, gain: gain?.percent ?? null, share }[order],
    ]),
  );
}
