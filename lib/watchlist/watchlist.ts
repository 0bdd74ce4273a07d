import { fitName } from '../text/fit-name.ts';
import {
  membershipsOf,
  replaceId,
  withMember,
  withoutFeedAnywhere,
  withReplacedFeed,
  type Membership,
} from './groups.ts';
import { followedFeeds, type Feed } from '../storage/catalogue.ts';
import { groups, rowNames } from '../storage/view.ts';
import { badgeFeedId, watchlist } from '../storage/watchlist.ts';

/** A feed that was taken off the watchlist, and what it takes to put it back. */
export interface RemovedFeed {
  id: string;
  /** Its place in the user's order. */
  index: number;
  /** Its catalogue entry, where it was known. */
  attributes: Record<string, string> | undefined;
  /** The groups that it was in. */
  memberships: Membership[];
  /** The name that the user gave it. */
  name: string | undefined;
}

/** A feed that another took the place of, and what it takes to undo that. */
export interface ReplacedFeed {
  removed: RemovedFeed;
  newId: string;
  /** The new one was followed before. */
  wasFollowed: boolean;
  wasOnBadge: boolean;
}

/**
 * Puts a feed at the end of the watchlist.
 *
 * @returns `false` where the watchlist is full; a feed that is there already stays where it is
 */
export async function addToWatchlist(feed: Feed): Promise<boolean> {
  return (await addToList(feed, null)) !== 'full';
}

/**
 * Puts a feed at the end of the watchlist, and of a group where one is named.
 *
 * @returns `full` where the watchlist is full; `there` where there was nothing to do
 */
export async function addToList(
  feed: Feed,
  groupId: string | null,
): Promise<'added' | 'there' | 'full'> {
  const added = await putOnWatchlist(feed.id, feed.attributes, Infinity);
  if (added === 'full' || groupId === null) return added;
  let isNewMember = false;
  await groups.update((list) => {
    const after = withMember(list, groupId, feed.id, Infinity);
    isNewMember = after !== list;
    return after;
  });
  return isNewMember ? 'added' : added;
}

/** Takes a feed off the watchlist and out of all groups; `null` where it was not on it. */
export async function removeFromWatchlist(id: string): Promise<RemovedFeed | null> {
  const { [id]: attributes } = await followedFeeds.getValue();
  let index = -1;
  await watchlist.update((ids) => {
    index = ids.indexOf(id);
    return index < 0 ? ids : ids.filter((other) => other !== id);
  });
  if (index < 0) return null;
  let memberships: Membership[] = [];
  await groups.update((list) => {
    memberships = membershipsOf(list, id);
    return withoutFeedAnywhere(list, id);
  });
  const { [id]: name } = await rowNames.getValue();
  await renameRow(id, null);
  return { id, index, attributes, memberships, name };
}

/** Puts a removed feed back at its places, with its name. */
export async function restoreToWatchlist(removed: RemovedFeed): Promise<boolean> {
  const { id, attributes, index, memberships, name } = removed;
  if (name !== undefined) await renameRow(id, name);
  if ((await putOnWatchlist(id, attributes, index)) === 'full') return false;
  await groups.update((list) =>
    memberships.reduce((after, place) => withMember(after, place.groupId, id, place.index), list),
  );
  return true;
}

/**
 * Puts a feed in another's place: its order, groups, name and the badge.
 *
 * @returns `null` where the old one is not followed
 */
export async function replaceInWatchlist(oldId: string, feed: Feed): Promise<ReplacedFeed | null> {
  if (feed.id === oldId) return null;
  const [before, list, names, known, badge] = await Promise.all([
    watchlist.getValue(),
    groups.getValue(),
    rowNames.getValue(),
    followedFeeds.getValue(),
    badgeFeedId.getValue(),
  ]);
  const index = before.indexOf(oldId);
  if (index < 0) return null;
  const removed: RemovedFeed = {
    id: oldId,
    index,
    attributes: known[oldId],
    memberships: membershipsOf(list, oldId),
    name: names[oldId],
  };
  await noteAttributes(feed.id, feed.attributes);
  if (removed.name !== undefined && names[feed.id] === undefined) {
    await renameRow(feed.id, removed.name);
  }
  await watchlist.update((ids) => replaceId(ids, oldId, feed.id));
  await groups.update((all) => withReplacedFeed(all, oldId, feed.id));
  await renameRow(oldId, null);
  const wasOnBadge = badge === oldId;
  if (wasOnBadge) await badgeFeedId.setValue(feed.id);
  return { removed, newId: feed.id, wasFollowed: before.includes(feed.id), wasOnBadge };
}

/** Puts the old feed back in its place. */
export async function undoReplacement(replaced: ReplacedFeed): Promise<void> {
  const { removed, newId, wasFollowed, wasOnBadge } = replaced;
  if (!wasFollowed) await removeFromWatchlist(newId);
  await restoreToWatchlist(removed);
  if (wasOnBadge) await badgeFeedId.setValue(removed.id);
}

/** Gives a row a name of the user's; `null` or an empty one: the official name again. */
export async function renameRow(id: string, name: string | null): Promise<void> {
  const fitted = fitName(name ?? '');
  await rowNames.update((names) => {
    if (fitted !== '') return names[id] === fitted ? names : { ...names, [id]: fitted };
    if (!Object.hasOwn(names, id)) return names;
    const { [id]: _, ...others } = names;
    return others;
  });
}

async function putOnWatchlist(
  id: string,
  attributes: Record<string, string> | undefined,
  index: number,
): Promise<'added' | 'there' | 'full'> {
  // The name first: the row then never shows without it.
  await noteAttributes(id, attributes);
  let wasThere = false;
  const ids = await watchlist.update((before) => {
    wasThere = before.includes(id);
    return wasThere ? before : watchlist.parse(before.toSpliced(index, 0, id));
  });
  if (wasThere) return 'there';
  return ids.includes(id) ? 'added' : 'full';
}

async function noteAttributes(
  id: string,
  attributes: Record<string, string> | undefined,
): Promise<void> {
  if (attributes) await followedFeeds.update((known) => ({ ...known, [id]: attributes }));
}
