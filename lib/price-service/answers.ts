import type { Reviver } from '../base/http/answers.ts';
import { InvalidResponseError } from '../base/http/errors.ts';
import type { PriceUpdate } from './schemas.ts';
import type { AnswerLimits } from '../base/http/answer-limits.ts';

/** The time that BigInt takes grows with the number of digits. */
const MOST_DIGITS = 100;

/**
 * Reads every `cap` as a bigint from its digits. A stake cap is a u64, which a JavaScript number
 * would round above 2^53.
 */
export const reviveExactCaps: Reviver = (key, value, context) => {
  if (key !== 'cap' || typeof value !== 'number') return value;
  const digits = context?.source ?? '';
  if (digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits)) return BigInt(digits);
  // The cap was written as `5.0` or `1e3`, or the platform does not provide the source text.
  return Number.isSafeInteger(value) ? BigInt(value) : value;
};

/**
 * Joins the responses to a split request: all `binary.data`, and all `parsed` items if every part
 * has them.
 * @throws InvalidResponseError if the parts differ in their encoding
 */
export function joinPriceUpdates(endpoint: string, parts: PriceUpdate[]): PriceUpdate {
  return parts.reduce((joined, part) => joinTwo(endpoint, joined, part));
}

function joinTwo(endpoint: string, one: PriceUpdate, two: PriceUpdate): PriceUpdate {
  const { encoding } = one.binary;
  if (two.binary.encoding !== encoding) {
    throw new InvalidResponseError(endpoint, 200, ['binary.encoding: differs between the parts']);
  }
  const binary = { data: [...one.binary.data, ...two.binary.data], encoding };
  return one.parsed && two.parsed ? { binary, parsed: [...one.parsed, ...two.parsed] } : { binary };
}

// Recorded: one feed takes 3 kB and 21 values, 20 feeds 24 kB and 325 values, 2,912 feeds of the
// catalog 1.2 MB and 69,000 values.

/** Room for 10,000 feeds. */
export const CATALOG_LIMITS: AnswerLimits = { bytes: 4 * 2 ** 20, values: 250_000 };

/** Room for 5,000 publishers. */
export const CAPS_LIMITS: AnswerLimits = { bytes: 2 ** 20, values: 20_000 };

/** Limits for a response or an event of a stream. */
export function priceLimits(feedCount: number): AnswerLimits {
  return { bytes: (256 + 8 * feedCount) * 1_024, values: 1_000 + 50 * feedCount };
}
