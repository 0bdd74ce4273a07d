import { serviceProblemSchema } from './service-problem.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

export const connectionNameSchema = z.enum(['live', 'polling', 'connecting', 'offline', 'stopped']);

/** Where the user can fix the problem. */
export const remedySchema = z.nullable(z.enum(['access-token', 'connection']));

export const connectionStateSchema = z.object({
  state: connectionNameSchema,
  reason: z.nullable(serviceProblemSchema),
  remedy: remedySchema,
  /** `null`: no attempt is planned. */
  nextAttemptAt: z.nullable(unixMilliseconds),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

const originBudgetSchema = z.object({
  /** Oldest first. */
  sentAt: z.array(unixMilliseconds),
  /** The service asked for a pause until then. */
  pausedUntil: unixMilliseconds,
  /** Only candles: they share the limit of prices until then. */
  reducedUntil: z.optional(unixMilliseconds),
});
export type OriginBudget = z.infer<typeof originBudgetSchema>;

/** By the origin of a price service, or by `candles` and the origin of a history service. */
export const originBudgetsSchema = z.record(z.string(), originBudgetSchema);
export type OriginBudgets = z.infer<typeof originBudgetsSchema>;

export const leanStreamSchema = z.object({
  /** `proven`: everything was verified; `refuted`: something was not verified. */
  state: z.enum(['unknown', 'proven', 'refuted']),
  at: unixMilliseconds,
});

/** Thrown instead of sending a request during a rate limit. */
export class RequestPausedError extends Error {
  override name = 'RequestPausedError' as const;
  readonly until: UnixMilliseconds;
  constructor(until: UnixMilliseconds) {
    super('The service asked for a pause.');
    this.until = until;
  }
}
