import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { visibleNames } from '../../../domain/watchlist/view.ts';
import { rowNames } from '../../../storage/values/view.ts';
import { compareByKey, partResult, type ImportMode, type PartResult } from './plan-part.ts';
import type { NameOf } from './plan-watchlist.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/** What an import does to the feeds' display names. Empty ones are ignored. */
export function planRowNames(
  stored: StoredState,
  part: Record<string, string>,
  { mode, nameOf }: { mode: ImportMode; nameOf: NameOf },
): PartResult {
  const before = valueIn(stored, rowNames);
  const named = visibleNames(part);
  const after = mode === 'merge' ? { ...named, ...before } : named;
  if (isDeepEqual(before, after)) return partResult(t('backup.part.displayNames'));
  const changes = compareByKey(Object.entries(before), Object.entries(after), ([id]) => id);
  const words = ([id, name]: [string, string]): string =>
    t('backup.change.displayName', { feed: nameOf(id), name });
  return partResult(
    t('backup.part.displayNames'),
    {
      added: changes.added.map(words),
      removed: changes.removed.map(words),
      changed: changes.changed.map(words),
    },
    rowNames.entry(after),
  );
}
