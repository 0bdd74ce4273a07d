import { feedIdSchema, unixMilliseconds, z } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { missingReasonSchema } from '../prices/stored-price.ts';
import { serviceProblemSchema } from './service-problem.ts';
import { remedySchema } from './state.ts';

const feedIds = z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST));

const verdictsSchema = z.object({
  refused: z.record(feedIdSchema, z.object({ reason: missingReasonSchema, at: unixMilliseconds })),
  /** Groups of a batch that was refused without a name. Each is requested separately. */
  apart: z.array(feedIds).check(z.maxLength(MAX_WATCHLIST)),
});

const feedsSchema = z.object({
  /** By service id. */
  verdicts: z.record(z.string(), verdictsSchema),
  /** The service that has prices of a feed that the one in use lacks. */
  suppliers: z.record(feedIdSchema, z.string()),
  /** When other services were last asked for such feeds; 0: not since the last switch. */
  suppliedAt: unixMilliseconds,
});
export type Feeds = z.infer<typeof feedsSchema>;

const troubleSchema = z.object({
  reason: serviceProblemSchema,
  remedy: remedySchema,
  /** Whether requests may still be answered. */
  isOfStream: z.boolean(),
});

/** What the next worker must know about the service in use and the feeds. */
export const memorySchema = z.object({
  feeds: feedsSchema,
  /** Time of the last request for prices; 0: none yet. */
  polledAt: unixMilliseconds,
  /** Time of the last answer; 0: none yet. */
  answeredAt: unixMilliseconds,
  /** Whether to ask again at once. */
  isPollWanted: z.boolean(),
  /** Failed polls in a row. */
  pollFailures: z.number(),
  /** Rounds in a row in which every feed was refused. */
  emptyRounds: z.number(),
  /** Streams in a row that ended without data. */
  streamFailures: z.number(),
  /** No stream before. */
  streamAt: unixMilliseconds,
  /** The service asked for a pause until then. */
  pausedUntil: unixMilliseconds,
  trouble: z.nullable(troubleSchema),
});
export type Memory = z.infer<typeof memorySchema>;

/** Nothing is known about any feed. */
export const UNKNOWN_FEEDS: Feeds = { verdicts: {}, suppliers: {}, suppliedAt: 0 };

/** No connection was tried yet, except that feeds may be known. */
export const UNTRIED: Omit<Memory, 'feeds'> = {
  polledAt: 0,
  answeredAt: 0,
  isPollWanted: false,
  pollFailures: 0,
  emptyRounds: 0,
  streamFailures: 0,
  streamAt: 0,
  pausedUntil: 0,
  trouble: null,
};
