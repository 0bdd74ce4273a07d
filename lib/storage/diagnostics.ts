import { isMap } from '../is-map.ts';
import { listOf } from './list-of.ts';
import { defineStoredItem } from './stored-item.ts';
import { momentMs, z } from '../zod.ts';

const count = z.number();

const countsSchema = z.object({
  /** Unix milliseconds since when it is counted. */
  since: momentMs,
  workerStarts: count,
  /** Answers by kind of request and HTTP status (`failed`: none came). */
  requests: z.record(z.string(), z.record(z.string(), count)),
  streams: count,
  updates: count,
  /** Over the last stretch that was counted. */
  updatesPerSecond: z.number(),
  /** Prices by what their signatures said. */
  verified: count,
  unchecked: count,
  failed: count,
  /** The user's calendar day, and the bytes of answers on it, after decompression. */
  today: z.object({ date: z.string(), bytes: count }),
});

/** What the background did, in numbers; they hold neither URL nor header. */
export type Counts = z.infer<typeof countsSchema>;

export const counts = defineStoredItem<Counts>('local:counts', {
  schema: countsSchema,
  migrations: [withoutMismatched],
  fallback: {
    since: 0,
    workerStarts: 0,
    requests: {},
    streams: 0,
    updates: 0,
    updatesPerSecond: 0,
    verified: 0,
    unchecked: 0,
    failed: 0,
    today: { date: '', bytes: 0 },
  },
});

/** Until 0.1.0, prices that failed verification were counted as not verified or as a mismatch. */
function withoutMismatched(old: unknown): unknown {
  if (!isMap(old) || !('unverified' in old)) return old;
  const { unverified, mismatched = 0, ...others } = old;
  return { ...others, unchecked: unverified, failed: mismatched };
}

const journalEntrySchema = z.object({
  /** Unix milliseconds; of the first where it happened several times in a row. */
  at: momentMs,
  lastAt: momentMs,
  times: z.number(),
  /** In plain words, without URL or header. */
  text: z.string(),
});

/** Something that happened in the background. */
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** The last events, oldest first. */
export const journal = defineStoredItem<JournalEntry[]>('local:journal', {
  schema: listOf(journalEntrySchema),
  fallback: [],
});
