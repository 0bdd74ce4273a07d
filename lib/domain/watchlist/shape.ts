import { feedIdSchema } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { listOf } from '../../base/list-of.ts';
import type { FeedId } from '../../base/units.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';

export const watchlistSchema = z.pipe(listOf(feedIdSchema), z.transform(fitWatchlist));

export const badgeFeedSchema = z.nullable(feedIdSchema);

/** Each once, as many as fit. */
function fitWatchlist(ids: FeedId[]): FeedId[] {
  return [...new Set(ids)].slice(0, MAX_WATCHLIST);
}
