import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';
import { feedIdSchema, MAX_WATCHLIST } from './watchlist.ts';

const count = z.int().check(z.minimum(0), z.maximum(MAX_WATCHLIST));

const suspectedSchema = z.object({
  ids: z.array(feedIdSchema).check(z.maxLength(MAX_WATCHLIST)),
  /** At least one of so many feeds at the front of `ids` is refused; 0: nothing is known. */
  refused: count,
  /** How many feeds the next batch has, where nothing is known of them. */
  batchSize: count,
  /** Rounds in a row in which the service refused every feed. */
  emptyRounds: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});

/** Feeds of refused batches, and how far the search for the refused ones has come. */
export type SuspectedFeeds = z.infer<typeof suspectedSchema>;

/**
 * Followed feeds that may be refused. They are asked for apart from the others, a few requests at a
 * time, and the next worker goes on where this one stopped. Whole: its parts count on each other.
 */
export const suspectedFeeds = defineStoredItem<SuspectedFeeds>('session:suspectedFeeds', {
  schema: suspectedSchema,
  fallback: { ids: [], refused: 0, batchSize: 0, emptyRounds: 0 },
  isWhole: true,
});
