import type { AnswerLimits } from '../base/http/answer-limits.ts';

// From recorded answers: one feed takes 3 kB and 21 values, 20 feeds take 24 kB and 325 values, 2,912
// feeds of the catalog take 1.2 MB and 69,000 values.

/** The catalog, of 10,000 feeds. */
export const CATALOG_LIMITS: AnswerLimits = { bytes: 4 * 2 ** 20, values: 250_000 };

/** The stake caps, of 5,000 publishers. */
export const CAPS_LIMITS: AnswerLimits = { bytes: 2 ** 20, values: 20_000 };

/** The prices of so many feeds, as an answer or as an event of a stream. */
export function priceLimits(feedCount: number): AnswerLimits {
  return { bytes: (256 + 8 * feedCount) * 1_024, values: 1_000 + 50 * feedCount };
}
