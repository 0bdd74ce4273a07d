import { feedIdSchema } from '../../unit-schemas.ts';
import { z } from '../../zod.ts';
import { fitWatchlist } from '../fit-watchlist.ts';
import { listOf } from './list-of.ts';

export const watchlistSchema = z.pipe(listOf(feedIdSchema), z.transform(fitWatchlist));

export const badgeFeedSchema = z.nullable(feedIdSchema);
