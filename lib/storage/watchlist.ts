import { feedIdSchema, type FeedId } from '../units.ts';
import { DEFAULT_FEEDS } from '../watchlist/default-feeds.ts';
import { listOf } from './list-of.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

/** The most feeds on the watchlist. */
export const MAX_WATCHLIST = 1_000;

/** The ids of the watchlist's feeds in the user's order, each once. */
export const watchlist = defineStoredItem<FeedId[]>('local:watchlist', {
  schema: z.pipe(
    listOf(feedIdSchema),
    z.transform((ids) => [...new Set(ids)].slice(0, MAX_WATCHLIST)),
  ),
  fallback: DEFAULT_FEEDS.map((feed) => feed.id),
});

/** The feed that the toolbar badge shows; `null`: the first of the watchlist. */
export const badgeFeedId = defineStoredItem<FeedId | null>('local:badgeFeed', {
  schema: z.nullable(feedIdSchema),
  fallback: null,
});

/** The feed on the badge: the chosen one if it is on the watchlist, otherwise the first. */
export function effectiveBadgeFeed(chosen: FeedId | null, ids: readonly FeedId[]): FeedId | null {
  return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
}
