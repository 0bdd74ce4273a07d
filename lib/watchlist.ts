import { followedFeeds, type Feed } from './storage/catalogue.ts';
import { watchlist } from './storage/watchlist.ts';

/** A feed that was taken off the watchlist, and what it takes to put it back. */
export interface RemovedFeed {
  id: string;
  /** Its place in the user's order. */
  index: number;
  /** Its catalogue entry, where it was known. */
  attributes: Record<string, string> | undefined;
}

/**
 * Puts a feed at the end of the watchlist.
 *
 * @returns `false` where the watchlist is full; a feed that is there already stays where it is
 */
export async function addToWatchlist(feed: Feed): Promise<boolean> {
  return putOnWatchlist(feed.id, feed.attributes, Infinity);
}

/** Takes a feed off the watchlist; `null` where it was not on it. */
export async function removeFromWatchlist(id: string): Promise<RemovedFeed | null> {
  const { [id]: attributes } = await followedFeeds.getValue();
  let index = -1;
  await watchlist.update((ids) => {
    index = ids.indexOf(id);
    return index < 0 ? ids : ids.filter((other) => other !== id);
  });
  return index < 0 ? null : { id, index, attributes };
}

/** Puts a removed feed back at its place. */
export async function restoreToWatchlist(removed: RemovedFeed): Promise<boolean> {
  return putOnWatchlist(removed.id, removed.attributes, removed.index);
}

async function putOnWatchlist(
  id: string,
  attributes: Record<string, string> | undefined,
  index: number,
): Promise<boolean> {
  // The name first: the row then never shows without it.
  if (attributes) await followedFeeds.update((known) => ({ ...known, [id]: attributes }));
  const ids = await watchlist.update((before) =>
    before.includes(id) ? before : watchlist.parse(before.toSpliced(index, 0, id)),
  );
  return ids.includes(id);
}
