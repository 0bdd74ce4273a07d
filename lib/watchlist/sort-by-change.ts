import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { FeedId } from '../units.ts';

/**
 * Sorts feeds from the largest rise to the largest fall. Feeds without a known change come last, in
 * the user's order.
 */
export function sortByChange(
  ids: readonly string[],
  changes: ReadonlyMap<FeedId, Decimal | null>,
): string[] {
  return ids.toSorted((a, b) => compareChanges(changes.get(a), changes.get(b)));
}

function compareChanges(a: Decimal | null | undefined, b: Decimal | null | undefined): number {
  if (a && b) return compareDecimals(b, a);
  return Number(Boolean(b)) - Number(Boolean(a));
}
