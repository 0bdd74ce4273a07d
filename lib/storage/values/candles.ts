import { anyFeedId, unixMilliseconds } from '../../base/unit-schemas.ts';
import type { FeedId } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/**
 * The lines of the last day that the rows show, feed id → text of `writeCandleLine`, outside the
 * database so that the first paint need not open it. The texts are parsed where they are shown.
 */
export const candleLines = stored<Record<FeedId, string>>('local:candleLines', {
  schema: z.record(z.string(), z.string()),
  fallback: {},
  uses: ['firstPaint'],
});

/** Whether charts show candles as such, not as a line of their closes. */
export const areCandlesticksDrawn = stored('local:areCandlesticksDrawn', {
  schema: z.boolean(),
  fallback: false,
  uses: ['backup'],
});

/** The feeds whose rows a page shows, from top to bottom. */
export const feedsInView = stored('session:feedsInView', {
  schema: z.array(anyFeedId),
  fallback: [],
});

/** When candles were last written to the database. */
export const candlesStoredAt = stored('session:candlesStoredAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

/** How the history service calls a feed, and why it has no candles of it. */
const feedCandlesSchema = z.object({
  /** `null`: the service does not have the feed. */
  symbol: z.nullable(z.string()),
  /** `null`: it has candles. `refused`: the access token does not cover them. */
  problem: z.nullable(z.enum(['none', 'refused', 'failed'])),
});

export type CandleFacts = z.infer<typeof feedCandlesSchema>;

/** What became of the requests for each feed's candles. */
export const candleFeeds = stored('session:candleFeeds', {
  schema: z.record(z.string(), feedCandlesSchema),
  fallback: {},
});

/** The requests of the last seconds, so that another worker keeps the same limit. */
export const candleBudget = stored('session:candleBudget', {
  schema: z.object({
    sentAt: z.array(unixMilliseconds),
    pausedUntil: unixMilliseconds,
    isReduced: z.boolean(),
  }),
  fallback: { sentAt: [], pausedUntil: 0, isReduced: false },
});
