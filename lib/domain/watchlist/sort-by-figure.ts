import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { FeedId } from '../../base/units.ts';

/**
 * From the largest rise to the largest fall. Feeds without a known figure come last, in the user's
 * order.
 */
export function sortByFigure(
  ids: readonly FeedId[],
  figures: ReadonlyMap<FeedId, Decimal | null>,
): FeedId[] {
  return ids.toSorted((a, b) => compareFigures(figures.get(a), figures.get(b)));
}

function compareFigures(a: Decimal | null | undefined, b: Decimal | null | undefined): number {
  if (a && b) return compareDecimals(b, a);
  return Number(Boolean(b)) - Number(Boolean(a));
}
