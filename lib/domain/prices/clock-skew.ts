import { MAX_LATE_PRICES } from '../../base/limits.ts';
import { unixMilliseconds, unixSeconds } from '../../base/unit-schemas.ts';
import { z } from '../../base/zod.ts';

const SECOND = 1_000;

/** Prices arrive shortly after they are published. A smaller skew looks the same as that delay. */
const LEAST_SKEW_MS = 3 * SECOND;

/** The user is told of a larger skew, and asked about a larger delay of prices. */
export const NOTICED_BEYOND_MS = 10 * SECOND;

/** A larger skew is not corrected, because a single price service could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

/** Suspected skews that differ by no more than this count as the same. */
const SAME_MS = 30 * SECOND;

const priceMomentSchema = z.object({
  publishTime: unixSeconds,
  /** By the local clock. */
  receivedAtMs: unixMilliseconds,
});
/** A price and when it reached us. */
export type PriceMoment = Readonly<z.infer<typeof priceMomentSchema>>;

const skewMs = z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS));

export const clockSkewSchema = z.object({
  /** Local clock minus true time, in milliseconds but whole seconds; 0: no known skew. */
  skewMs,
  /** A skew in milliseconds that the prices suggest, but do not prove, or that is too large. */
  uncorrectedMs: z.nullable(z.number()),
  /** The skew that the user confirmed, at most what signed prices still allow. `null`: none. */
  answeredMs: z.nullable(skewMs),
  /** The suspected skew that is a delay of the prices, as the user said. `null`: none. */
  dismissedMs: z.nullable(skewMs),
  /** When `skewMs` last changed, by the local clock at that time. */
  madeAtMs: unixMilliseconds,
  /** Whether a fresh signed price agreed with `skewMs`. */
  isConfirmed: z.boolean(),
  /** Whether there were signed prices. Then others say nothing about the clock. */
  hasSigned: z.boolean(),
  /** Late prices that may turn out to have one cause, oldest first. */
  latePrices: z.readonly(z.array(priceMomentSchema).check(z.maxLength(MAX_LATE_PRICES))),
});
/** What is known about the local clock. Stored for the pages and for the next worker. */
export type ClockSkew = Readonly<z.infer<typeof clockSkewSchema>>;

/** The parts of `ClockSkew` that its notice depends on. */
export type ClockNotice = Pick<ClockSkew, 'skewMs' | 'uncorrectedMs' | 'dismissedMs'>;

export const UNKNOWN_SKEW: ClockSkew = {
  skewMs: 0,
  uncorrectedMs: null,
  answeredMs: null,
  dismissedMs: null,
  madeAtMs: 0,
  isConfirmed: false,
  hasSigned: false,
  latePrices: [],
};

/** Whether the user must know that the local clock is wrong, or may be. */
export function needsNotice(skew: ClockNotice): boolean {
  return isUnanswered(skew) || Math.abs(skew.skewMs) > NOTICED_BEYOND_MS;
}

/** Whether the prices suggest a skew that is not corrected, and the user has not answered. */
export function isUnanswered({ uncorrectedMs, dismissedMs }: ClockNotice): boolean {
  if (uncorrectedMs === null) return false;
  return dismissedMs === null || Math.abs(uncorrectedMs - dismissedMs) > SAME_MS;
}

/** Whether the user can say what the cause is: a fast clock, or late prices. */
export function isQuestion({ uncorrectedMs }: Pick<ClockSkew, 'uncorrectedMs'>): boolean {
  return uncorrectedMs !== null && uncorrectedMs > 0 && uncorrectedMs <= MAX_SKEW_MS;
}

/** Rounds down to whole seconds: a price is always slightly old on arrival, which is not skew. */
export function wholeSkew(ms: number): number {
  const whole = Math.floor(ms / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}
