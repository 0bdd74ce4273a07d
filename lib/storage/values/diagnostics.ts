import { journalEventSchema } from '../../domain/diagnostics/journal-event.ts';
import { translateDelivery, translateFiring } from '../../domain/alerts/model/translate.ts';
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
  migrations: [withEvents, withTranslatedAlerts],
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

/** Version 2 had more kinds of alerts and of deliveries. */
function withTranslatedAlerts(old: unknown): unknown {
  if (!Array.isArray(old)) return old;
  return old.map((entry: unknown) => {
    if (!isMap(entry) || !isMap(entry['event'])) return entry;
    const { event } = entry;
    if (event['kind'] === 'alert-fired') {
      return { ...entry, event: { ...event, firing: translateFiring(event['firing']) } };
    }
    if (event['kind'] !== 'alerts-delivered') return entry;
    const { delivery } = event;
    return { ...entry, event: { ...event, delivery: translateDelivery(delivery) } };
  });
}
