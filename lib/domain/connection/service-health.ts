import { serviceProblemSchema } from './service-problem.ts';
import { unixMilliseconds, z } from '../../base/zod.ts';

const time = unixMilliseconds;

export const activeServiceSchema = z.object({
  /** Empty: none yet. */
  id: z.string(),
  since: time,
  /** Why the preferred service is not in use. */
  reason: z.nullable(z.object({ preferredId: z.string(), problem: serviceProblemSchema })),
});
export type ActiveService = z.infer<typeof activeServiceSchema>;

const healthSchema = z.object({
  /** In a row. */
  failures: z.number(),
  /** `null`: it works, as far as known. */
  away: z.nullable(serviceProblemSchema),
  /** Start of the current run of successes; 0: none. */
  healthySince: time,
  /** In a row, since it went away. */
  successes: z.number(),
  /** When to try again; `null`: after the user changes something. */
  probeAt: z.nullable(time),
  /** Last response or failure; 0: not in this session. */
  triedAt: time,
});
export type ServiceHealth = z.infer<typeof healthSchema>;

/** By service id. */
export const serviceHealthSchema = z.record(z.string(), healthSchema);
