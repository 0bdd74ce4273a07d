import { serviceProblemSchema } from '../connection/service-problem.ts';
import { timeMs, z } from '../../base/zod.ts';

export const attributesSchema = z.record(z.string(), z.string());
const feedSchema = z.object({ id: z.string(), attributes: attributesSchema });

export type Feed = z.infer<typeof feedSchema>;

export const catalogSchema = z.object({
  /** Time of the last successful fetch; 0: never. */
  fetchedAt: timeMs,
  feeds: z.array(feedSchema),
});

export type Catalog = z.infer<typeof catalogSchema>;

export const catalogStatusSchema = z.object({
  fetchedAt: timeMs,
  triedAt: timeMs,
  error: z.nullable(serviceProblemSchema),
});
