import { timeMs } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

const lastResponseSchema = z.object({
  /** When the service last responded or sent prices. */
  at: timeMs,
  /** How long its last response to a request took to begin; `null`: not measured. */
  latencyMs: z.nullable(z.number()),
});

/** A price service's last response in this session. */
export type LastResponse = z.infer<typeof lastResponseSchema>;

/** The last response of each price service, by its id. Nothing is requested for it. */
export const lastResponses = stored<Record<string, LastResponse>>('session:lastResponses', {
  schema: z.record(z.string(), lastResponseSchema),
  fallback: {},
});
