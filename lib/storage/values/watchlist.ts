import type { FeedId } from '../../base/units.ts';
import { DEFAULT_FEEDS } from '../../domain/watchlist/default-feeds.ts';
import { stored } from '../stored.ts';
import { feedIdSchema, z, listOf } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';

const watchlistSchema = z.pipe(listOf(feedIdSchema), z.transform(fitWatchlist));

const badgeFeedSchema = z.nullable(feedIdSchema);

function fitWatchlist(ids: FeedId[]): FeedId[] {
  return [...new Set(ids)].slice(0, MAX_WATCHLIST);
}

/** In the user's order, without duplicates. */
export const watchlist = stored('local:watchlist', {
  schema: watchlistSchema,
  fallback: DEFAULT_FEEDS.map((feed) => feed.id),
  uses: ['firstPaint', 'options', 'backup'],
});

/** `null`: the watchlist's first feed. */
export const badgeFeedId = stored('local:badgeFeed', {
  schema: badgeFeedSchema,
  fallback: null,
  uses: ['firstPaint', 'options', 'backup'],
  title: 'options.section.toolbar',
});

/** The chosen feed if it is on the watchlist, otherwise the first. */
export function effectiveBadgeFeed(chosen: FeedId | null, ids: readonly FeedId[]): FeedId | null {
  return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
}
