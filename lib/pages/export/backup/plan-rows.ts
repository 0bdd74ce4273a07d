import { MAX_GROUPS, MAX_WATCHLIST } from '../../../base/limits.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { labelled } from '../../../base/locale/labelled.ts';
import { t } from '../../../base/locale/t.ts';
import { ExportError } from '../../../base/save-error.ts';
import { fitName } from '../../../base/text/fit-name.ts';
import type { Holdings } from '../../../domain/holdings/holding.ts';
import {
  withoutCurrency,
  type GroupWithCurrency,
} from '../../../domain/watchlist/group-currencies.ts';
import { visibleNames, type Group } from '../../../domain/watchlist/view.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { namedInCode } from '../../../domain/watchlist/named-feeds.ts';
import { CONFIRMED, withIdentity } from '../../../domain/watchlist/naming.ts';
import { boundAttributes } from '../../../storage/catalog-store.ts';
import { feedNamings, followedFeeds } from '../../../storage/values/catalog.ts';
import { holdings } from '../../../storage/values/holdings.ts';
import { groups, rowNames } from '../../../storage/values/view.ts';
import { watchlist } from '../../../storage/values/watchlist.ts';
import type { Backup } from './format.ts';
import {
  checkCount,
  checkIds,
  invalidAt,
  listChanges,
  planPart,
  type Import,
  type PartResult,
} from './plan-part.ts';
import { valueIn } from './stored-state.ts';

type WatchlistPart = NonNullable<Backup['watchlist']>;

/** @throws ExportError if the merged list would be too long */
export function planWatchlist(
  part: WatchlistPart,
  { stored, mode, nameOf }: Omit<Import, 'followed'>,
): PartResult {
  const before = valueIn(stored, watchlist);
  const known = valueIn(stored, followedFeeds);
  const listed = part.map(({ id }) => id);
  const after = [...new Set(mode === 'merge' ? [...before, ...listed] : listed)];
  checkCount('popup.watchlistLabel', after.length, MAX_WATCHLIST);
  const names = unknownNames(part, known);
  const remaining = before.filter((id) => after.includes(id));
  const isReordered = !isDeepEqual(
    remaining,
    after.filter((id) => before.includes(id)),
  );
  const list = planPart(t('popup.watchlistLabel'), watchlist, {
    stored,
    after,
    changes: () => ({
      ...listChanges(before, after, { keyOf: (id) => id, wordsOf: nameOf }),
      changed: isReordered ? [t('row.menu.order')] : [],
    }),
  });
  if (names.size === 0) return list;
  if (remaining.some((id) => names.has(id))) list.plan.changed.push(t('backup.change.feedNames'));
  const named = followedFeeds.entry({ ...known, ...Object.fromEntries(names) });
  // The user saw these names with their ids.
  const namings = feedNamings.entry({
    ...valueIn(stored, feedNamings),
    ...Object.fromEntries([...names.keys()].map((id) => [id, CONFIRMED])),
  });
  return { ...list, writes: { ...list.writes, ...named, ...namings } };
}

/**
 * The file's names of feeds that are unknown here and in the code. The user has agreed to all other
 * names.
 */
function unknownNames(part: WatchlistPart, known: Record<string, Record<string, string>>) {
  const names = new Map<string, Record<string, string>>();
  for (const { id, attributes } of part) {
    if (!attributes || Object.hasOwn(known, id)) continue;
    const bounded = boundAttributes(attributes);
    names.set(id, withIdentity(bounded, namedInCode(id) ?? bounded));
  }
  return names;
}

/** @throws ExportError if a group has no name, two have the same id, or there would be too many */
export function planGroups(
  part: readonly GroupWithCurrency[],
  { stored, mode, followed }: Import,
): PartResult {
  checkIds(part);
  const named = part.map((group) => ({ ...withoutCurrency(group), name: fitName(group.name) }));
  checkNames(named);
  const wanted = mode === 'merge' ? mergedGroups(valueIn(stored, groups), named) : named;
  const after = wanted.map((group) => ({
    ...group,
    feedIds: [...new Set(group.feedIds.filter((id) => followed.has(id)))],
  }));
  checkCount('group.listLabel', after.length, MAX_GROUPS);
  return planPart(t('group.listLabel'), groups, {
    stored,
    after,
    changes: (before) =>
      listChanges(before, after, {
        keyOf: ({ id }) => id,
        wordsOf: ({ name }) => name,
        order: t('row.menu.order'),
      }),
  });
}

function checkNames(named: readonly Group[]): void {
  const nameless = named.findIndex(({ name }) => name === '');
  if (nameless < 0) return;
  throw new ExportError(invalidAt(`groups › ${nameless + 1}`));
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

export function planRowNames(part: Record<string, string>, context: Import): PartResult {
  return planMap(t('backup.part.displayNames'), rowNames, {
    ...context,
    wanted: visibleNames(part),
    wordsOf: (id, name) => labelled(context.nameOf(id), name),
  });
}

/** Describes holdings without amounts, which may be hidden. */
export function planHoldings(part: Holdings, context: Import): PartResult {
  const followed = Object.entries(part).filter(([id]) => context.followed.has(id));
  return planMap(t('holdings.title'), holdings, {
    ...context,
    wanted: Object.fromEntries(followed),
    wordsOf: context.nameOf,
  });
}

interface MapImport<V> extends Import {
  wanted: Record<string, V>;
  wordsOf: (id: string, value: V) => string;
}

function planMap<V>(
  title: string,
  item: StoredItem<Record<string, V>>,
  { stored, mode, wanted, wordsOf }: MapImport<V>,
): PartResult {
  const after = mode === 'merge' ? { ...wanted, ...valueIn(stored, item) } : wanted;
  return planPart(title, item, {
    stored,
    after,
    changes: (before) =>
      listChanges(Object.entries(before), Object.entries(after), {
        keyOf: ([id]) => id,
        wordsOf: ([id, value]) => wordsOf(id, value),
      }),
  });
}
