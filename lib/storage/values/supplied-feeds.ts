import { feedIdSchema, unixMilliseconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { missingReasonSchema } from '../../domain/prices/stored-price.ts';
import { stored } from '../stored.ts';

const suppliedSchema = z.object({
  /** Why the service in use has no price of the feed, by the id of each feed that another supplies. */
  reasons: z.record(feedIdSchema, missingReasonSchema),
  /** The id of the service that supplies each of them. */
  suppliers: z.record(feedIdSchema, z.string()),
  /** When the others were last asked; 0: not for this service in use. */
  triedAt: unixMilliseconds,
  /** The feeds that each of the others refused, by the id of the service. */
  refused: z.record(z.string(), z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST))),
  /** Since when those are known. */
  refusedSince: unixMilliseconds,
});

/** The feeds that the service in use does not have, but another service does. */
export type SuppliedFeeds = z.infer<typeof suppliedSchema>;

/** They are not among the missing feeds, because they have prices. */
export const suppliedFeeds = stored<SuppliedFeeds>('session:suppliedFeeds', {
  schema: suppliedSchema,
  fallback: { reasons: {}, suppliers: {}, triedAt: 0, refused: {}, refusedSince: 0 },
});
