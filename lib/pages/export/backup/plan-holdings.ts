import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { holdings } from '../../../storage/values/holdings.ts';
import type { Holdings } from '../../../domain/holdings/holding.ts';
import { compareByKey, partResult, type ImportMode, type PartResult } from './plan-part.ts';
import type { NameOf } from './plan-watchlist.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/**
 * What an import does to the holdings. It is described without amounts, which may be hidden.
 *
 * @param followed the watchlist after the import
 */
export function planHoldings(
  stored: StoredState,
  part: Holdings,
  { mode, nameOf, followed }: { mode: ImportMode; nameOf: NameOf; followed: ReadonlySet<string> },
): PartResult {
  const before = valueIn(stored, holdings);
  const wanted = Object.fromEntries(Object.entries(part).filter(([id]) => followed.has(id)));
  const after = mode === 'merge' ? { ...wanted, ...before } : wanted;
  if (isDeepEqual(before, after)) return partResult(t('backup.part.holdings'));
  const { added, removed, changed } = compareByKey(
    Object.entries(before),
    Object.entries(after),
    ([id]) => id,
  );
  const names = (entries: readonly [id: string, holding: unknown][]): string[] =>
    entries.map(([id]) => nameOf(id));
  return partResult(
    t('backup.part.holdings'),
    { added: names(added), removed: names(removed), changed: names(changed) },
    holdings.entry(after),
  );
}
