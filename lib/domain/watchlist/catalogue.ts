import { serviceProblemSchema } from '../connection/service-problem.ts';
import { timeMs } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

export const attributesSchema = z.record(z.string(), z.string());
const feedSchema = z.object({ id: z.string(), attributes: attributesSchema });

/** One feed of the catalog. */
export type Feed = z.infer<typeof feedSchema>;

export const catalogueSchema = z.object({
  /** Of the last successful fetch; 0: never. */
  fetchedAt: timeMs,
  feeds: z.array(feedSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

export const catalogueStatusSchema = z.object({
  fetchedAt: timeMs,
  /** Of the last try. */
  triedAt: timeMs,
  /** Why the last try failed; `null`: it did not. */
  error: z.nullable(serviceProblemSchema),
});
export type CatalogueStatus = z.infer<typeof catalogueStatusSchema>;
