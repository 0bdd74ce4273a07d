import { serviceProblemSchema } from '../../connection/service-problem.ts';
import { feedIdSchema, unixMilliseconds } from '../../unit-schemas.ts';
import { z } from '../../zod.ts';

const chartPeriodSchema = z.enum(['1h', '24h', '7d', '30d', '1y']);
/** How far a chart reaches back. Every period of the rows' changes is one of these. */
export type ChartPeriod = z.infer<typeof chartPeriodSchema>;

export const wantedSchema = z.object({ feedId: feedIdSchema, period: chartPeriodSchema });
export type HistoryWanted = z.infer<typeof wantedSchema>;

export const historyStoredSchema = z.object({
  /** When samples of live prices were last stored. */
  liveAt: unixMilliseconds,
  /** When requested samples were last stored. */
  askedAt: unixMilliseconds,
  thinnedAt: unixMilliseconds,
});
export type HistoryStored = z.infer<typeof historyStoredSchema>;

export const historyPauseSchema = z.object({
  /** No past prices are requested before this. */
  until: unixMilliseconds,
  /** Failures in a row. */
  failures: z.number(),
  reason: z.nullable(serviceProblemSchema),
});
export type HistoryPause = z.infer<typeof historyPauseSchema>;
