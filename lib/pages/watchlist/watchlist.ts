import { setHolding } from '../holdings/set-holding.ts';
import type { FeedId } from '../../base/units.ts';
import { badgeView } from '../../storage/values/badge.ts';
import { fitName } from '../../base/text/fit-name.ts';
import {
  arrangeGroup,
  membershipsOf,
  moveBefore,
  replaceId,
  withMember,
  withoutFeedAnywhere,
  withReplacedFeed,
  type Membership,
} from './groups.ts';
import { feedNamings, followedFeeds } from '../../storage/values/catalog.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { namedInCode } from '../../domain/watchlist/named-feeds.ts';
import { CONFIRMED, identityOf, withIdentity, type Naming } from '../../domain/watchlist/naming.ts';
import { holdings } from '../../storage/values/holdings.ts';
import type { Holding } from '../../domain/holdings/holding.ts';
import { groups, rowNames } from '../../storage/values/view.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { badgeFeedId, watchlist } from '../../storage/values/watchlist.ts';

/** Everything needed to restore a removed feed. */
export interface RemovedFeed {
  id: string;
  /** In the user's order. */
  index: number;
  /** Missing if none are stored. */
  attributes: Record<string, string> | undefined;
  /** How the feed got its name. */
  naming: Naming | undefined;
  memberships: Membership[];
  name: string | undefined;
  holding: Holding | undefined;
}

/** Everything needed to undo a replacement. */
interface ReplacedFeed {
  removed: RemovedFeed;
  newId: string;
  wasFollowed: boolean;
  wasOnBadge: boolean;
  tookHolding: boolean;
}

/**
 * Adds a feed at the end; a feed on the watchlist keeps its position. `false` if the watchlist is
 * full.
 */
export async function addToWatchlist(feed: Feed): Promise<boolean> {
  return (await addToList(feed, null)) !== 'full';
}

/**
 * Adds a feed at the end of the watchlist and of a group, if given. `full`: the watchlist is full.
 * `there`: the feed was already in the watchlist and in the group.
 */
export async function addToList(
  feed: Feed,
  groupId: string | null,
): Promise<'added' | 'there' | 'full'> {
  const added = await insertIntoWatchlist({ ...chosen(feed), index: Infinity });
  if (added === 'full' || groupId === null) return added;
  const { before, after } = await groups.update((list) =>
    withMember(list, groupId, feed.id, Infinity),
  );
  return after === before ? added : 'added';
}

/**
 * Removes a feed from the watchlist and all groups, with its holding. `null` if the feed was not on
 * the watchlist.
 */
export async function removeFromWatchlist(id: string): Promise<RemovedFeed | null> {
  const { [id]: attributes } = await followedFeeds.getValue();
  const { [id]: naming } = await feedNamings.getValue();
  const { before: ids } = await watchlist.update((list) =>
    list.includes(id) ? list.filter((other) => other !== id) : list,
  );
  const index = ids.indexOf(id);
  if (index < 0) return null;
  const { before } = await groups.update((list) => withoutFeedAnywhere(list, id));
  const memberships = membershipsOf(before, id);
  const { [id]: name } = await rowNames.getValue();
  const { [id]: holding } = await holdings.getValue();
  await renameRow(id, null);
  await setHolding(id, null);
  return { id, index, attributes, naming, memberships, name, holding };
}

/** `false`: the watchlist is full. */
export async function restoreToWatchlist(removed: RemovedFeed): Promise<boolean> {
  const { id, memberships, name, holding } = removed;
  if (name !== undefined) await renameRow(id, name);
  if ((await insertIntoWatchlist(removed)) === 'full') {
    await renameRow(id, null);
    return false;
  }
  if (holding) await setHolding(id, holding);
  await groups.update((list) =>
    memberships.reduce((after, place) => withMember(after, place.groupId, id, place.index), list),
  );
  return true;
}

/**
 * The new feed takes over position, groups, display name, holding and badge. `null` if the old feed
 * is not on the watchlist.
 */
export async function replaceInWatchlist(oldId: string, feed: Feed): Promise<ReplacedFeed | null> {
  if (feed.id === oldId) return null;
  const [before, list, names, held, known, namings, badge] = await Promise.all([
    watchlist.getValue(),
    groups.getValue(),
    rowNames.getValue(),
    holdings.getValue(),
    followedFeeds.getValue(),
    feedNamings.getValue(),
    badgeFeedId.getValue(),
  ]);
  const index = before.indexOf(oldId);
  if (index < 0) return null;
  const removed: RemovedFeed = {
    id: oldId,
    index,
    attributes: known[oldId],
    naming: namings[oldId],
    memberships: membershipsOf(list, oldId),
    name: names[oldId],
    holding: held[oldId],
  };
  await storeNames(chosen(feed));
  if (removed.name !== undefined && names[feed.id] === undefined) {
    await renameRow(feed.id, removed.name);
  }
  const tookHolding = removed.holding !== undefined && held[feed.id] === undefined;
  if (tookHolding) await setHolding(feed.id, removed.holding ?? null);
  await watchlist.update((ids) => replaceId(ids, oldId, feed.id));
  await groups.update((all) => withReplacedFeed(all, oldId, feed.id));
  await renameRow(oldId, null);
  await setHolding(oldId, null);
  const wasOnBadge = badge === oldId;
  if (wasOnBadge) await badgeFeedId.setValue(feed.id);
  return {
    removed,
    newId: feed.id,
    wasFollowed: before.includes(feed.id),
    wasOnBadge,
    tookHolding,
  };
}

export async function undoReplacement(replaced: ReplacedFeed): Promise<void> {
  const { removed, newId, wasFollowed, wasOnBadge, tookHolding } = replaced;
  if (tookHolding) await setHolding(newId, null);
  if (!wasFollowed) await removeFromWatchlist(newId);
  await restoreToWatchlist(removed);
  if (wasOnBadge) await badgeFeedId.setValue(removed.id);
}

/** A name of `null` or an empty name removes the display name. */
export async function renameRow(id: string, name: string | null): Promise<void> {
  const fitted = fitName(name ?? '');
  await rowNames.update((names) => {
    if (fitted !== '') return names[id] === fitted ? names : { ...names, [id]: fitted };
    if (!Object.hasOwn(names, id)) return names;
    const { [id]: _, ...others } = names;
    return others;
  });
}

type Named = Pick<RemovedFeed, 'id' | 'attributes' | 'naming'>;

/** The user chose the listed name, unless the code names the feed. */
function chosen({ id, attributes }: Feed): Named {
  const words = namedInCode(id) ?? identityOf(attributes);
  const isNamed = Object.keys(words).length > 0;
  return {
    id,
    attributes: withIdentity(attributes, words),
    naming: isNamed ? CONFIRMED : undefined,
  };
}

async function insertIntoWatchlist({
  index,
  ...feed
}: Named & Pick<RemovedFeed, 'index'>): Promise<'added' | 'there' | 'full'> {
  const { id } = feed;
  // Store the name first, so that the row never appears without it.
  if (!(await watchlist.getValue()).includes(id)) await storeNames(feed);
  const { before, after } = await watchlist.update((ids) =>
    ids.includes(id) || ids.length >= MAX_WATCHLIST ? ids : ids.toSpliced(index, 0, id),
  );
  if (before.includes(id)) return 'there';
  return after.includes(id) ? 'added' : 'full';
}

async function storeNames({ id, attributes, naming }: Named): Promise<void> {
  if (attributes) await followedFeeds.update((known) => ({ ...known, [id]: attributes }));
  if (naming) await feedNamings.update((known) => ({ ...known, [id]: naming }));
}

/** Accepts the service's name for a feed, or else the feed's own. */
export async function agreeToName(id: FeedId): Promise<void> {
  const claim = (await feedNamings.getValue())[id]?.claim;
  if (claim) {
    await followedFeeds.update((known) => ({ ...known, [id]: withIdentity(known[id], claim) }));
  }
  await feedNamings.update((known) => ({ ...known, [id]: CONFIRMED }));
}

/** Shows this feed on the toolbar button; `null`: the first feed of the watchlist. */
export async function showOnBadge(id: FeedId | null): Promise<void> {
  await badgeFeedId.setValue(id);
  await badgeView.update((view) => (view.subject === 'feed' ? view : { ...view, subject: 'feed' }));
}

/**
 * Moves a feed in the user's order.
 * @param beforeId `null`: to the end
 * @param groupId `null`: the whole watchlist
 */
export async function moveFeed(
  id: string,
  beforeId: string | null,
  groupId: string | null,
): Promise<void> {
  const move = (ids: string[]): string[] => moveBefore(ids, id, beforeId);
  if (groupId === null) await watchlist.update(move);
  else await groups.update((list) => arrangeGroup(list, groupId, move));
}

/**
 * Moves a feed in the shown order. Returns its new place, counted from 1, and the number of feeds.
 * @param by negative: toward the start
 * @param groupId `null`: the whole watchlist
 */
export async function shiftFeed(
  id: string,
  by: number,
  groupId: string | null,
): Promise<{ place: number; count: number } | null> {
  if (groupId === null)
    return placeIn((await watchlist.update((ids) => shiftId(ids, ids, id, by))).after, id);
  const onWatchlist = new Set(await watchlist.getValue());
  const isShown = (each: string): boolean => onWatchlist.has(each);
  const { after } = await groups.update((list) =>
    arrangeGroup(list, groupId, (ids) => shiftId(ids, ids.filter(isShown), id, by)),
  );
  const ids = after.find((group) => group.id === groupId)?.feedIds ?? [];
  return placeIn(ids.filter(isShown), id);
}

function shiftId(ids: string[], shown: readonly string[], id: string, by: number): string[] {
  const from = shown.indexOf(id);
  const to = Math.max(0, Math.min(shown.length - 1, from + by));
  if (from < 0 || to === from) return ids;
  return moveBefore(ids, id, shown[to < from ? to : to + 1] ?? null);
}

function placeIn(ids: readonly string[], id: string): { place: number; count: number } | null {
  const index = ids.indexOf(id);
  return index < 0 ? null : { place: index + 1, count: ids.length };
}
