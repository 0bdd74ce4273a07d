import { journalEventSchema } from '../diagnostics/journal-event.ts';
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
  schema: z.pipe(z.transform(fromTwoOutcomes), countsSchema),
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

/** Until 0.1.0 what was not verified was counted as one, failed or not, beside contradictions. */
function fromTwoOutcomes(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('unverified' in raw)) return raw;
  const { unverified, mismatched, ...others } = { mismatched: 0, ...raw };
  return { unchecked: unverified, failed: mismatched, ...others };
}

const journalEntrySchema = z.pipe(
  z.transform(withEvent),
  z.object({
    /** Unix milliseconds; of the first where it happened several times in a row. */
    at: momentMs,
    lastAt: momentMs,
    times: z.number(),
    event: journalEventSchema,
  }),
);

/** An earlier version stored the event as a text. */
function withEvent(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('text' in raw)) return raw;
  const { text, ...others } = raw;
  return { ...others, event: { kind: 'text', text } };
}

/** Something that happened in the background. */
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** The last events, oldest first. */
export const journal = defineStoredItem<JournalEntry[]>('local:journal', {
  // A damaged entry costs that entry, not the list.
  schema: z.pipe(
    z.array(z.catch(z.nullable(journalEntrySchema), null)),
    z.transform((list) => list.filter((entry) => entry !== null)),
  ),
  fallback: [],
});
