import { serviceProblemSchema } from './service-problem.ts';
import { unixMilliseconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

const time = unixMilliseconds;

export const activeServiceSchema = z.object({
  /** The id of the service in use; empty: none yet. */
  id: z.string(),
  /** Since when it is in use. */
  since: time,
  /** Why the preferred service is not in use; `null`: it is. */
  reason: z.nullable(z.object({ preferredId: z.string(), problem: serviceProblemSchema })),
});
/** The price service in use. */
export type ActiveService = z.infer<typeof activeServiceSchema>;

const healthSchema = z.object({
  /** Failures in a row. */
  failures: z.number(),
  /** Why it is not used; `null`: it works, as far as known. */
  away: z.nullable(serviceProblemSchema),
  /** The first of the successes in a row since it went away; 0: none. */
  healthySince: time,
  /** How many successes in a row there are since it went away. */
  successes: z.number(),
  /** When to try it again; `null`: only when the user changes something. */
  probeAt: z.nullable(time),
  /** When it last answered or failed; 0: not in this session. */
  triedAt: time,
});
/** What is known of a price service in this session. */
export type ServiceHealth = z.infer<typeof healthSchema>;

/** By service id. */
export const serviceHealthSchema = z.record(z.string(), healthSchema);
