import { feedIdSchema } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { fitWatchlist } from './fit-watchlist.ts';
import { listOf } from '../../base/list-of.ts';

export const watchlistSchema = z.pipe(listOf(feedIdSchema), z.transform(fitWatchlist));

export const badgeFeedSchema = z.nullable(feedIdSchema);
