import { timeMs, z } from '../../base/zod.ts';
import { stored } from '../stored.ts';

const lastResponseSchema = z.object({
  at: timeMs,
  /** Until the last response began; `null`: not measured. */
  latencyMs: z.nullable(z.number()),
});

export type LastResponse = z.infer<typeof lastResponseSchema>;

/** By service id, this session. Measured without extra requests. */
export const lastResponses = stored<Record<string, LastResponse>>('session:lastResponses', {
  schema: z.record(z.string(), lastResponseSchema),
  fallback: {},
});
