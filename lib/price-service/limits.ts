import type { AnswerLimits } from '../base/http/answer-limits.ts';

// Recorded: one feed takes 3 kB and 21 values, 20 feeds 24 kB and 325 values, 2,912 feeds of the
// catalog 1.2 MB and 69,000 values.

/** 10,000 feeds. */
export const CATALOG_LIMITS: AnswerLimits = { bytes: 4 * 2 ** 20, values: 250_000 };

/** 5,000 publishers. */
export const CAPS_LIMITS: AnswerLimits = { bytes: 2 ** 20, values: 20_000 };

/** For a response or an event of a stream. */
export function priceLimits(feedCount: number): AnswerLimits {
  return { bytes: (256 + 8 * feedCount) * 1_024, values: 1_000 + 50 * feedCount };
}
