import { feedIdSchema, z } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { stored } from '../stored.ts';

const count = z.int().check(z.minimum(0), z.maximum(MAX_WATCHLIST));

const suspectedSchema = z.object({
  ids: z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST)),
  /** At least one of this many feeds at the front of `ids` is refused; 0: unknown. */
  refused: count,
  /** Size of the next batch, if nothing is known about its feeds. */
  batchSize: count,
  /** Rounds in a row in which every feed was refused. */
  emptyRounds: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});

export type SuspectedFeeds = z.infer<typeof suspectedSchema>;

/**
 * Feeds that may be refused. They are requested separately, a few at a time, and the next worker
 * continues. The parts depend on each other.
 */
export const suspectedFeeds = stored<SuspectedFeeds>('session:suspectedFeeds', {
  schema: suspectedSchema,
  fallback: { ids: [], refused: 0, batchSize: 0, emptyRounds: 0 },
  isWhole: true,
});
