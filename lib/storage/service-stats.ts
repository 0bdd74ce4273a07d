import { z } from '../zod.ts';
import { listOf } from './schemas/list-of.ts';
import { defineStoredItem } from './stored-item.ts';

const counts = z.record(z.string(), z.number());

const hourSchema = z.object({
  /** Hours since 1970, UTC. */
  hour: z.int(),
  /** Requests that were answered with a success. */
  answered: z.number(),
  /** The others, by HTTP status, or `failed`. */
  refusals: counts,
  /** Histograms of milliseconds, see `lib/diagnostics/histogram.ts`. */
  latency: counts,
  lag: counts,
  bytes: z.number(),
  contradictions: z.number(),
});
/** What was measured of one price service in one hour. */
export type HourStats = z.infer<typeof hourSchema>;

/** The last week of each price service by its id, oldest hour first. Nothing is requested for it. */
export const serviceStats = defineStoredItem<Record<string, HourStats[]>>('local:serviceStats', {
  schema: z.record(z.string(), listOf(hourSchema)),
  fallback: {},
});
