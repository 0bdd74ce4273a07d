import { feedIdSchema, unixMilliseconds, z } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { missingReasonSchema } from '../../domain/prices/stored-price.ts';
import { stored } from '../stored.ts';

const suppliedSchema = z.object({
  /** Why the service in use has no prices for these feeds. */
  reasons: z.record(feedIdSchema, missingReasonSchema),
  /** The supplying service's id. */
  suppliers: z.record(feedIdSchema, z.string()),
  /** When other services were last asked; 0: not since the service in use changed. */
  triedAt: unixMilliseconds,
  /** Refused feeds by service id. */
  refused: z.record(z.string(), z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST))),
  refusedSince: unixMilliseconds,
});

export type SuppliedFeeds = z.infer<typeof suppliedSchema>;

/** Feeds that another service supplies, so they are not missing. */
export const suppliedFeeds = stored<SuppliedFeeds>('session:suppliedFeeds', {
  schema: suppliedSchema,
  fallback: { reasons: {}, suppliers: {}, triedAt: 0, refused: {}, refusedSince: 0 },
});
