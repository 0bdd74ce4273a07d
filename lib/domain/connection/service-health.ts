import { serviceProblemSchema } from './service-problem.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';

const time = unixMilliseconds;

export const activeServiceSchema = z.object({
  /** Empty: no service yet. */
  id: z.string(),
  since: time,
  /** Why the preferred service is not in use. */
  reason: z.nullable(z.object({ preferredId: z.string(), problem: serviceProblemSchema })),
});
export type ActiveService = z.infer<typeof activeServiceSchema>;

const healthSchema = z.object({
  /** Consecutive failures. */
  failures: z.number(),
  /** Why the service is unavailable; `null` if it works, as far as we know. */
  away: z.nullable(serviceProblemSchema),
  /** Start of the current run of successes; 0 if none. */
  healthySince: time,
  /** Consecutive successes since the service became unavailable. */
  successes: z.number(),
  /** When to try again; `null`: only after the user changes something. */
  probeAt: z.nullable(time),
  /** Time of the last response or failure; 0: none in this session. */
  triedAt: time,
});
export type ServiceHealth = z.infer<typeof healthSchema>;

/** By service id. */
export const serviceHealthSchema = z.record(z.string(), healthSchema);
