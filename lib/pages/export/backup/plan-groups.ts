import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { fitName } from '../../../base/text/fit-name.ts';
import { MAX_GROUPS } from '../../../base/limits.ts';
import { groups } from '../../../storage/values/view.ts';
import {
  withoutCurrency,
  type GroupWithCurrency,
} from '../../../domain/watchlist/group-currencies.ts';
import type { Group } from '../../../domain/watchlist/view.ts';
import { ExportError } from '../../../base/save-error.ts';
import {
  checkCount,
  checkIds,
  compareByKey,
  partResult,
  type ImportMode,
  type PartResult,
} from './plan-part.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/**
 * What an import does to the groups.
 *
 * @param followed the watchlist after the import
 * @throws ExportError if a group has no name, two have the same id, or there would be too many
 */
export function planGroups(
  stored: StoredState,
  part: readonly GroupWithCurrency[],
  { mode, followed }: { mode: ImportMode; followed: ReadonlySet<string> },
): PartResult {
  const before = valueIn(stored, groups);
  checkIds(part, 'groups');
  const named = part.map((group) => ({ ...withoutCurrency(group), name: fitName(group.name) }));
  checkNames(named);
  const wanted = mode === 'merge' ? mergedGroups(before, named) : named;
  const after = wanted.map((group) => ({
    ...group,
    feedIds: [...new Set(group.feedIds.filter((id) => followed.has(id)))],
  }));
  checkCount('groups', after.length, MAX_GROUPS);
  if (isDeepEqual(before, after)) return partResult(t('backup.part.groups'));
  const { added, removed, changed, isOrderOnly } = compareByKey(before, after, ({ id }) => id);
  return partResult(
    t('backup.part.groups'),
    {
      added: added.map(nameOf),
      removed: removed.map(nameOf),
      changed: isOrderOnly ? [t('backup.change.groupOrder')] : changed.map(nameOf),
    },
    groups.entry(after),
  );
}

function nameOf({ name }: Group): string {
  return name;
}

function checkNames(named: readonly Group[]): void {
  const nameless = named.findIndex(({ name }) => name === '');
  if (nameless < 0) return;
  throw new ExportError(t('backup.problem.groupName', { number: String(nameless + 1) }));
}

function mergedGroups(before: readonly Group[], part: readonly Group[]): Group[] {
  const merged = before.map((group) => ({ ...group }));
  for (const group of part) {
    const same =
      merged.find(({ id }) => id === group.id) ??
      merged.find(({ name }) => name.toLowerCase() === group.name.toLowerCase());
    if (same) same.feedIds = [...same.feedIds, ...group.feedIds];
    else merged.push({ ...group });
  }
  return merged;
}
