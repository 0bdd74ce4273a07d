import type { IconNode } from 'lucide';
import type { HoldingsChange } from '@/lib/domain/holdings/change-holdings.ts';
import type { Flaw } from '@/lib/domain/holdings/ingredients.ts';
import type { Uncounted, Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatShare } from '@/lib/domain/prices/format-price.ts';
import { SHAPES } from '../shared/icons.tsx';

/** A flaw of the total: a mark, the figure beside it, and a sentence. */
interface Lack {
  name: string;
  shapes: IconNode;
  figure: string;
  words: string;
}

/** Name, icon and text of each flaw's mark. */
export const FLAWS = [
  ['closed', 'moon', SHAPES.moon, 'tooltip.note.closed'],
  ['stale', 'clock', SHAPES.clock, 'tooltip.note.stale'],
  ['unproven', 'unchecked', SHAPES.shield, 'tooltip.note.notVerified'],
] as const satisfies readonly (readonly [Flaw, string, IconNode, string])[];

/** Flaws of the total: shares that are closed, stale or not verified, and missing values. */
export function lacksOf({ flawed, uncounted }: Valuation): readonly Lack[] {
  const flaws = FLAWS.flatMap(([flaw, name, shapes, key]) => {
    if (flawed[flaw].mantissa === 0n) return [];
    const percent = formatShare(flawed[flaw]);
    const words = labelled(t('holdings.ofTotal', { percent }), t(key));
    return { name, shapes, figure: percent, words };
  });
  const count = uncounted.length;
  if (count === 0) return flaws;
  const words = t('holdings.uncounted', { count });
  return [...flaws, { name: 'uncounted', shapes: SHAPES.warning, figure: String(count), words }];
}

/** Counts holdings without a change, except those without a value. */
export function changeLackWords(
  change: HoldingsChange | null,
  { uncounted }: Valuation,
): string | null {
  const valueless = new Set(uncounted.map(({ feedId }) => feedId));
  const count = change?.without.filter(({ feedId }) => !valueless.has(feedId)).length ?? 0;
  return count === 0 ? null : t('holdings.withoutChange', { count });
}

/** @param symbol of the feed that causes the problem */
export function noValueWords({ none }: Uncounted, symbol: string, currency: string): string {
  switch (none) {
    case 'waiting':
      return t('holdings.waitingFor', { symbol });
    case 'failed':
      return labelled(symbol, t('tooltip.note.failed'));
    case 'no-route':
      return t('holdings.noRoute', { currency: currencyLabel(currency) });
    case 'no-money':
    case 'beyond':
      return t('holdings.noMoney');
    default:
      return t('holdings.noPrice', { symbol });
  }
}
