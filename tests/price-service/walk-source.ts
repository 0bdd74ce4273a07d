import { buildCatalog } from './catalog.ts';
import type { PriceSource } from './quote.ts';
import { walkQuote } from './walk.ts';

/** Seeded random walks of the well-known feeds and of `extraFeeds` generated ones. */
export function createWalkSource(seed: number, extraFeeds: number): PriceSource {
  const feeds = buildCatalog(extraFeeds);
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  return {
    feeds,
    quotes: (ids, moment) =>
      ids.map((id) => {
        const feed = byId.get(id);
        if (!feed) throw new TypeError(`no walk for the feed ${id}`);
        return walkQuote(feed, seed, moment);
      }),
  };
}
