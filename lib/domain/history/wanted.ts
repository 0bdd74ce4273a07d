import { serviceProblemSchema } from '../connection/service-problem.ts';
import { CANDLE_PERIODS } from './periods.ts';
import { feedIdSchema, unixMilliseconds, z } from '../../base/zod.ts';

export const wantedSchema = z.object({ feedId: feedIdSchema, period: z.enum(CANDLE_PERIODS) });
export type HistoryWanted = z.infer<typeof wantedSchema>;

export const historyStoredSchema = z.object({
  liveAt: unixMilliseconds,
  askedAt: unixMilliseconds,
  thinnedAt: unixMilliseconds,
});

export const historyPauseSchema = z.object({
  until: unixMilliseconds,
  /** Consecutive failures. */
  failures: z.number(),
  reason: z.nullable(serviceProblemSchema),
});
