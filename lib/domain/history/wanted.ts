import { serviceProblemSchema } from '../connection/service-problem.ts';
import { CANDLE_PERIODS } from './periods.ts';
import { feedIdSchema, unixMilliseconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

export const wantedSchema = z.object({ feedId: feedIdSchema, period: z.enum(CANDLE_PERIODS) });
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
