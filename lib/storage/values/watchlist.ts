import type { FeedId } from '../../base/units.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { badgeFeedSchema, watchlistSchema } from '../../domain/watchlist/shape.ts';
import { stored } from '../stored.ts';

/** In the user's order, each once. */
export const watchlist = stored('local:watchlist', {
  schema: watchlistSchema,
  fallback: DEFAULT_FEEDS.map((feed) => feed.id),
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/** `null`: the first of the watchlist. */
export const badgeFeedId = stored('local:badgeFeed', {
  schema: badgeFeedSchema,
  fallback: null,
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/** The chosen feed if it is on the watchlist, otherwise the first. */
export function effectiveBadgeFeed(chosen: FeedId | null, ids: readonly FeedId[]): FeedId | null {
  return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
}
