import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';

/**
 * The greatest rise first, the greatest fall last; feeds whose change is not known at the end, in
 * the order by hand.
 */
export function sortByChange(
  ids: readonly string[],
  changes: ReadonlyMap<string, Decimal | null>,
): string[] {
  return ids.toSorted((a, b) => compareChanges(changes.get(a), changes.get(b)));
}

function compareChanges(a: Decimal | null | undefined, b: Decimal | null | undefined): number {
  if (a && b) return compareDecimals(b, a);
  return Number(Boolean(b)) - Number(Boolean(a));
}
