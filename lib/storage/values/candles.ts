import { anyFeedId, unixMilliseconds, z } from '../../base/zod.ts';
import { isTextMap } from '../../base/is-map.ts';
import type { FeedId } from '../../base/units.ts';
import { stored } from '../stored.ts';

/**
 * The rows' lines as texts of `writeCandleLine`, outside the database for the first paint. Parsed
 * where they are shown.
 */
export const candleLines = stored<Record<FeedId, string>>('local:candleLines', {
  schema: z.record(z.string(), z.string()),
  isFit: isTextMap,
  fallback: {},
  uses: ['firstPaint'],
});

/** Whether unsigned candles are drawn even if verification is required. */
export const areUnsignedCandlesShown = stored('local:areUnsignedCandlesShown', {
  schema: z.boolean(),
  fallback: false,
  uses: ['firstPaint'],
});

/** If not, charts draw a line of closes. */
export const areCandlesticksDrawn = stored('local:areCandlesticksDrawn', {
  schema: z.boolean(),
  fallback: false,
});

/** Feeds of the rows that a page shows, from top to bottom. */
export const feedsInView = stored('session:feedsInView', {
  schema: z.array(anyFeedId),
  fallback: [],
});

/** The feeds of the alert being edited. Their history shows how often it would have triggered. */
export const rehearsedFeeds = stored('session:rehearsedFeeds', {
  schema: z.array(anyFeedId),
  fallback: [],
});

export const candlesStoredAt = stored('session:candlesStoredAt', {
  schema: unixMilliseconds,
  fallback: 0,
});

const feedCandlesSchema = z.object({
  symbol: z.nullable(z.string()),
  /**
   * `none`: the service does not have the feed. `empty`: it has no candles of the period.
   * `refused`: the access token does not cover them. `rejected`: it rejects even a short period.
   * `unreadable`: its response is invalid. `failed`: it did not respond.
   */
  problem: z.nullable(z.enum(['none', 'empty', 'refused', 'rejected', 'unreadable', 'failed'])),
});

export type CandleFacts = z.infer<typeof feedCandlesSchema>;

/** Results of the requests for each feed's candles. */
export const candleFeeds = stored('session:candleFeeds', {
  schema: z.record(z.string(), feedCandlesSchema),
  fallback: {},
});
