import { journalEventSchema } from '../../domain/diagnostics/journal-event.ts';
import { isMap } from '../../base/is-map.ts';
import { timeMs, z, listOf } from '../../base/zod.ts';
import { stored } from '../stored.ts';

const journalEntrySchema = z.object({
  /** Time of the first event, if it happened several times in a row. */
  at: timeMs,
  lastAt: timeMs,
  times: z.number(),
  event: journalEventSchema,
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Oldest first. */
export const journal = stored<JournalEntry[]>('local:journal', {
  schema: listOf(journalEntrySchema),
  // Versions 2 and 3 had events of alerts and of the clock, which the schema drops.
  migrations: [withEvents, (old) => old, (old) => old],
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
