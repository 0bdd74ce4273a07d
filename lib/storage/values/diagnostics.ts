import { journalEventSchema } from '../../domain/diagnostics/journal-event.ts';
import { isMap } from '../../base/is-map.ts';
import { timeMs } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { listOf } from '../../base/list-of.ts';
import { stored } from '../stored.ts';

const count = z.number();

const countsSchema = z.object({
  since: timeMs,
  workerStarts: count,
  /** Responses by kind of request and HTTP status (`failed`: none). */
  requests: z.record(z.string(), z.record(z.string(), count)),
  streams: count,
  updates: count,
  /** Over the last counted interval. */
  updatesPerSecond: z.number(),
  verified: count,
  unchecked: count,
  failed: count,
  /** By the user's calendar day, after decompression. */
  today: z.object({ date: z.string(), bytes: count }),
});

/** Without URLs and headers. */
export type Counts = z.infer<typeof countsSchema>;

export const counts = stored<Counts>('local:counts', {
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

/** Until 0.1.0, failed verifications were counted as not verified or as a mismatch. */
function withoutMismatched(old: unknown): unknown {
  if (!isMap(old) || !('unverified' in old)) return old;
  const { unverified, mismatched = 0, ...others } = old;
  return { ...others, unchecked: unverified, failed: mismatched };
}

const journalEntrySchema = z.object({
  /** The first, if it happened several times in a row. */
  at: timeMs,
  lastAt: timeMs,
  times: z.number(),
  event: journalEventSchema,
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Oldest first. */
export const journal = stored<JournalEntry[]>('local:journal', {
  schema: listOf(journalEntrySchema),
  migrations: [withEvents],
  fallback: [],
});

/** Version 1 stored events as texts. */
function withEvents(old: unknown): unknown {
  if (!Array.isArray(old)) return old;
  return old.map((entry: unknown) => {
    if (!isMap(entry)) return entry;
    const { text, ...others } = entry;
    return { ...others, event: { kind: 'text', text } };
  });
}
