import { serviceProblemSchema } from '../connection/service-problem.ts';
import { feedIdSchema, unixMilliseconds, type FeedId } from '../units.ts';
import { defineStoredItem, type StoredItem } from './stored-item.ts';
import { z } from '../zod.ts';
import type { ChangePeriod } from './view.ts';

// The past prices that the rows show, outside the database so that the first paint need not open it.
// The texts are parsed one by one, where they are shown.
const texts = z.record(z.string(), z.string());

/**
 * The prices that changes over a period start from, feed id → text of `writePastPrice`. One item per
 * period, so that a page reads and watches the shown one only.
 */
export const references: Record<ChangePeriod, StoredItem<Record<FeedId, string>>> = {
  '1h': defineStoredItem('local:references1h', { schema: texts, fallback: {} }),
  '24h': defineStoredItem('local:references24h', { schema: texts, fallback: {} }),
  '7d': defineStoredItem('local:references7d', { schema: texts, fallback: {} }),
};

/** The sparklines of the watchlist, feed id → text of `writeSpark`. */
export const sparklines = defineStoredItem<Record<FeedId, string>>('local:sparklines', {
  schema: texts,
  fallback: {},
});

const wantedSchema = z.object({ feedId: feedIdSchema, period: z.enum(['1h', '24h', '7d']) });
export type HistoryWanted = z.infer<typeof wantedSchema>;

/** The chart that a page shows. The worker fills its gaps while the page is open. */
export const historyWanted = defineStoredItem<HistoryWanted | null>('session:historyWanted', {
  schema: z.nullable(wantedSchema),
  fallback: null,
});

const historyStoredSchema = z.object({
  /** When samples of live prices were last stored. */
  liveAt: unixMilliseconds,
  /** When requested samples were last stored. */
  askedAt: unixMilliseconds,
  thinnedAt: unixMilliseconds,
});
export type HistoryStored = z.infer<typeof historyStoredSchema>;

/** When samples were last written. It changes whenever there are new ones to read. */
export const historyStored = defineStoredItem<HistoryStored>('session:historyStored', {
  schema: historyStoredSchema,
  fallback: { liveAt: 0, askedAt: 0, thinnedAt: 0 },
});

const historyPauseSchema = z.object({
  /** No past prices are requested before this. */
  until: unixMilliseconds,
  /** Failures in a row. */
  failures: z.number(),
  reason: z.nullable(serviceProblemSchema),
});
export type HistoryPause = z.infer<typeof historyPauseSchema>;

/** Why and until when no past prices are requested. */
export const historyPause = defineStoredItem<HistoryPause>('session:historyPause', {
  schema: historyPauseSchema,
  fallback: { until: 0, failures: 0, reason: null },
});
