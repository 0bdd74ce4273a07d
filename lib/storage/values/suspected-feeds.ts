import { feedIdSchema } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';
import { stored } from '../stored.ts';

const count = z.int().check(z.minimum(0), z.maximum(MAX_WATCHLIST));

const suspectedSchema = z.object({
  ids: z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST)),
  /** At least one of this many feeds at the front of `ids` is refused; 0: nothing is known. */
  refused: count,
  /** The size of the next batch if nothing is known of its feeds. */
  batchSize: count,
  /** Rounds in a row in which the service refused every feed. */
  emptyRounds: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});

/** The feeds of refused batches, and the progress of the search for the refused ones. */
export type SuspectedFeeds = z.infer<typeof suspectedSchema>;

/**
 * Feeds of the watchlist that the price service may refuse. They are requested separately, a few
 * requests at a time, and the next worker continues where this one stopped. Whole: its parts depend
 * on each other.
 */
export const suspectedFeeds = stored<SuspectedFeeds>('session:suspectedFeeds', {
  schema: suspectedSchema,
  fallback: { ids: [], refused: 0, batchSize: 0, emptyRounds: 0 },
  isWhole: true,
});
