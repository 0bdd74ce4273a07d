import { serviceProblemSchema } from './service-problem.ts';
import { unixMilliseconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

export const connectionNameSchema = z.enum(['live', 'polling', 'connecting', 'offline', 'stopped']);

export const connectionStateSchema = z.object({
  state: connectionNameSchema,
  reason: z.nullable(serviceProblemSchema),
  /** Where the user can mend it. */
  remedy: z.nullable(z.enum(['access-token', 'connection'])),
  /** When the next attempt is planned; `null`: none is. */
  nextAttemptAt: z.nullable(unixMilliseconds),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

export const pollingSchema = z.object({
  /** When the last poll was made, successful or not; 0: none in this session. */
  triedAt: unixMilliseconds,
  /** Failures in a row. */
  failures: z.number(),
  /** When missing feeds were last asked for. */
  missingCheckedAt: unixMilliseconds,
});
export type Polling = z.infer<typeof pollingSchema>;

const requestBudgetSchema = z.object({
  /** When the last requests were sent, oldest first. */
  sentAt: z.array(unixMilliseconds),
  /** No request before this: the service asked for a pause. */
  pausedUntil: unixMilliseconds,
});
export type RequestBudget = z.infer<typeof requestBudgetSchema>;

/** By the origin of the service. */
export const requestBudgetsSchema = z.record(z.string(), requestBudgetSchema);
export type RequestBudgets = z.infer<typeof requestBudgetsSchema>;

export const leanStreamSchema = z.object({
  /** `proven`: all that the service sent was verified; `refuted`: something was not. */
  state: z.enum(['unknown', 'proven', 'refuted']),
  at: unixMilliseconds,
});
export type LeanStreamState = z.infer<typeof leanStreamSchema>;
