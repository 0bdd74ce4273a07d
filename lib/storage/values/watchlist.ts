import { FEED_ID, type FeedId } from '../../base/units.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { isListOf, isNullOr, isTextLike, type Guard } from '../guards.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { defineStoredItem } from '../stored-item.ts';

const isFeedId: Guard<FeedId> = isTextLike(FEED_ID);
const isFeedIds = isListOf(isFeedId, MAX_WATCHLIST);

/** The ids of the watchlist's feeds in the user's order, each once. */
export const watchlist = defineStoredItem<FeedId[]>('local:watchlist', {
  looksRight: (value): value is FeedId[] =>
    isFeedIds(value) && new Set(value).size === value.length,
  schema: (schemas) => schemas.watchlist,
  fallback: DEFAULT_FEEDS.map((feed) => feed.id),
});

/** The feed that the toolbar badge shows; `null`: the first of the watchlist. */
export const badgeFeedId = defineStoredItem<FeedId | null>('local:badgeFeed', {
  looksRight: isNullOr(isFeedId),
  schema: (schemas) => schemas.badgeFeed,
  fallback: null,
});

/** The feed on the badge: the chosen one if it is on the watchlist, otherwise the first. */
export function effectiveBadgeFeed(chosen: FeedId | null, ids: readonly FeedId[]): FeedId | null {
  return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
}
