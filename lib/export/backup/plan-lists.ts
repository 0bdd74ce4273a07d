import { isDeepEqual } from '../../deep-equal.ts';
import { fitName } from '../../text/fit-name.ts';
import { feedName } from '../../prices/feed-name.ts';
import { followedFeeds } from '../../storage/catalogue.ts';
import { groups, MAX_GROUPS, rowNames, type Group } from '../../storage/view.ts';
import { MAX_WATCHLIST, watchlist } from '../../storage/watchlist.ts';
import { ExportError } from '../errors.ts';
import type { Backup } from './format.ts';
import { emptyPart, type ImportMode, type PartResult } from './plan-part.ts';
import { valueIn, type StoredState } from './stored-state.ts';

/** Gives a feed's name in a plan, by id. */
export type NameOf = (id: string) => string;

/** Names feeds by what is stored, otherwise by what the file says. */
export function namesIn(stored: StoredState, backup: Backup): NameOf {
  const known = valueIn(stored, followedFeeds);
  const inFile = new Map(backup.watchlist?.map(({ id, attributes }) => [id, attributes]));
  return (id) => feedName(known[id] ?? inFile.get(id) ?? undefined, id).symbol;
}

/**
 * What an import does to the watchlist.
 *
 * @throws ExportError if the merged list would be too long
 */
export function planWatchlist(
  stored: StoredState,
  part: NonNullable<Backup['watchlist']>,
  { mode, nameOf }: { mode: ImportMode; nameOf: NameOf },
): PartResult {
  const before = valueIn(stored, watchlist);
  const listed = part.map(({ id }) => id);
  const after = [...new Set(mode === 'merge' ? [...before, ...listed] : listed)];
  if (after.length > MAX_WATCHLIST) throw tooMany('feeds', after.length, MAX_WATCHLIST);
  const names = namesToAdd(stored, part, after);
  if (isDeepEqual(before, after) && names.size === 0) return emptyPart('Watchlist');
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const remaining = before.filter((id) => after.includes(id));
  const isReordered = !isDeepEqual(
    remaining,
    after.filter((id) => before.includes(id)),
  );
  return {
    plan: {
      title: 'Watchlist',
      added: added.map(nameOf),
      removed: removed.map(nameOf),
      changed: [
        ...(isReordered ? ['Order of the feeds'] : []),
        ...(remaining.some((id) => names.has(id)) ? ['Names of feeds'] : []),
      ],
    },
    writes: {
      ...watchlist.entry(after),
      ...(names.size > 0 &&
        followedFeeds.entry({
          ...valueIn(stored, followedFeeds),
          ...Object.fromEntries(names),
        })),
    },
    notes: [],
  };
}

/**
 * What an import does to the groups.
 *
 * @param followed the watchlist after the import
 * @throws ExportError if a group has no name, two have the same id, or there would be too many
 */
export function planGroups(
  stored: StoredState,
  part: readonly Group[],
  { mode, followed }: { mode: ImportMode; followed: ReadonlySet<string> },
): PartResult {
  const before = valueIn(stored, groups);
  checkGroups(part);
  const named = part.map((group) => ({ ...group, name: fitName(group.name) }));
  const wanted = mode === 'merge' ? mergedGroups(before, named) : named;
  const after = wanted.map((group) => ({
    ...group,
    feedIds: [...new Set(group.feedIds.filter((id) => followed.has(id)))],
  }));
  if (after.length > MAX_GROUPS) throw tooMany('groups', after.length, MAX_GROUPS);
  const result = emptyPart('Groups');
  if (isDeepEqual(before, after)) return result;
  const changes = compareByKey(before, after, ({ id }) => id);
  return {
    plan: {
      title: 'Groups',
      added: changes.added.map(({ name }) => name),
      removed: changes.removed.map(({ name }) => name),
      changed: changes.isOrderOnly
        ? ['Order of the groups']
        : changes.changed.map(({ name }) => name),
    },
    writes: groups.entry(after),
    notes: [],
  };
}

function checkGroups(part: readonly Group[]): void {
  if (new Set(part.map(({ id }) => id)).size < part.length) {
    throw new ExportError('The file holds two groups with the same id.');
  }
  const nameless = part.findIndex(({ name }) => fitName(name) === '');
  if (nameless >= 0) throw new ExportError(`The file’s group ${nameless + 1} has no name.`);
}

/** What an import does to the feeds' display names. Empty ones are ignored. */
export function planRowNames(
  stored: StoredState,
  part: Record<string, string>,
  { mode, nameOf }: { mode: ImportMode; nameOf: NameOf },
): PartResult {
  const before = valueIn(stored, rowNames);
  const named = Object.fromEntries(
    Object.entries(part).flatMap(([id, text]) => {
      const name = fitName(text);
      return name === '' ? [] : [[id, name]];
    }),
  );
  const after = mode === 'merge' ? { ...named, ...before } : named;
  const result = emptyPart('Row names');
  if (isDeepEqual(before, after)) return result;
  const changes = compareByKey(Object.entries(before), Object.entries(after), ([id]) => id);
  const words = ([id, name]: [string, string]): string => `${nameOf(id)}: ${name}`;
  return {
    plan: {
      title: 'Row names',
      added: changes.added.map(words),
      removed: changes.removed.map(words),
      changed: changes.changed.map(words),
    },
    writes: rowNames.entry(after),
    notes: [],
  };
}

/** Compares two lists of items by key. */
export function compareByKey<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
) {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const keysAfter = new Set(after.map(keyOf));
  const added = after.filter((item) => !old.has(keyOf(item)));
  const removed = before.filter((item) => !keysAfter.has(keyOf(item)));
  const changed = after.filter((item) => {
    const was = old.get(keyOf(item));
    return was !== undefined && !isDeepEqual(was, item);
  });
  return {
    added,
    removed,
    changed,
    isOrderOnly: added.length + removed.length + changed.length === 0,
  };
}

/** The error for a limit that an import would exceed. @param what a plural noun */
export function tooMany(what: string, count: number, most: number): ExportError {
  const [countText, limitText] = [count, most].map((n) => n.toLocaleString());
  return new ExportError(
    `Together that would be ${countText} ${what}; there can be ${limitText}. Remove some first, or replace instead of merging.`,
  );
}

// For feeds already known here, the stored names are newer than those in the file.
function namesToAdd(
  stored: StoredState,
  part: NonNullable<Backup['watchlist']>,
  after: readonly string[],
): Map<string, Record<string, string>> {
  const known = valueIn(stored, followedFeeds);
  const listed = new Set(after);
  const names = new Map<string, Record<string, string>>();
  for (const { id, attributes } of part) {
    if (attributes && listed.has(id) && !Object.hasOwn(known, id)) names.set(id, attributes);
  }
  return names;
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
