import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { feedName } from '../../../domain/prices/feed-name.ts';
import { followedFeeds } from '../../../storage/values/catalog.ts';
import { MAX_WATCHLIST } from '../../../base/limits.ts';
import { watchlist } from '../../../storage/values/watchlist.ts';
import type { Backup } from './format.ts';
import { checkCount, partResult, type ImportMode, type PartResult } from './plan-part.ts';
import { valueIn, type StoredState } from './stored-state.ts';

type WatchlistPart = NonNullable<Backup['watchlist']>;

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
  part: WatchlistPart,
  { mode, nameOf }: { mode: ImportMode; nameOf: NameOf },
): PartResult {
  const before = valueIn(stored, watchlist);
  const known = valueIn(stored, followedFeeds);
  const listed = part.map(({ id }) => id);
  const after = [...new Set(mode === 'merge' ? [...before, ...listed] : listed)];
  checkCount('feeds', after.length, MAX_WATCHLIST);
  const names = unknownNames(part, known);
  if (isDeepEqual(before, after) && names.size === 0) return partResult(t('backup.part.watchlist'));
  const remaining = before.filter((id) => after.includes(id));
  const isReordered = !isDeepEqual(
    remaining,
    after.filter((id) => before.includes(id)),
  );
  return partResult(
    t('backup.part.watchlist'),
    {
      added: after.filter((id) => !before.includes(id)).map(nameOf),
      removed: before.filter((id) => !after.includes(id)).map(nameOf),
      changed: [
        ...(isReordered ? [t('backup.change.feedOrder')] : []),
        ...(remaining.some((id) => names.has(id)) ? [t('backup.change.feedNames')] : []),
      ],
    },
    {
      ...watchlist.entry(after),
      ...(names.size > 0 && followedFeeds.entry({ ...known, ...Object.fromEntries(names) })),
    },
  );
}

/** The file's names of feeds that have none here. The others are newer than those in the file. */
function unknownNames(part: WatchlistPart, known: Record<string, Record<string, string>>) {
  const names = new Map<string, Record<string, string>>();
  for (const { id, attributes } of part) {
    if (attributes && !Object.hasOwn(known, id)) names.set(id, attributes);
  }
  return names;
}
