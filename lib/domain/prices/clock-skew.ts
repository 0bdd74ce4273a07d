import { MAX_LATE_PRICES } from '../../base/limits.ts';
import { unixMilliseconds, unixSeconds, z } from '../../base/zod.ts';

const SECOND = 1_000;

/** A smaller skew looks like the delay of prices. */
const LEAST_SKEW_MS = 3 * SECOND;

/** The user is notified of a larger skew, and asked about a larger delay. */
export const NOTICED_BEYOND_MS = 10 * SECOND;

/** A larger skew is not corrected: one service could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

/** Suspected skews this close count as the same. */
const SAME_MS = 30 * SECOND;

const priceMomentSchema = z.object({
  publishTime: unixSeconds,
  receivedAtMs: unixMilliseconds,
});
export type PriceMoment = Readonly<z.infer<typeof priceMomentSchema>>;

const skewMs = z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS));

export const clockSkewSchema = z.object({
  /** Local clock minus true time in whole seconds; 0: no known skew. */
  skewMs,
  /** A skew that the prices suggest but do not prove, or that is too large. */
  uncorrectedMs: z.nullable(z.number()),
  /** Confirmed by the user, limited by signed prices. */
  answeredMs: z.nullable(skewMs),
  /** A suspected skew that the user attributed to late prices. */
  dismissedMs: z.nullable(skewMs),
  /** When `skewMs` last changed, by the local clock at that time. */
  madeAtMs: unixMilliseconds,
  /** Whether a fresh signed price agreed with `skewMs`. */
  isConfirmed: z.boolean(),
  /** Whether signed prices arrived. Unsigned ones then say nothing about the clock. */
  hasSigned: z.boolean(),
  /** Late prices that may have one cause, oldest first. */
  latePrices: z.readonly(z.array(priceMomentSchema).check(z.maxLength(MAX_LATE_PRICES))),
});
/** Stored for the pages and the next worker. */
export type ClockSkew = Readonly<z.infer<typeof clockSkewSchema>>;

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

/** Whether the local clock is or may be wrong. */
export function needsNotice(skew: ClockNotice): boolean {
  return isUnanswered(skew) || Math.abs(skew.skewMs) > NOTICED_BEYOND_MS;
}

/** Whether prices suggest a skew that the user has not explained. */
export function isUnanswered({ uncorrectedMs, dismissedMs }: ClockNotice): boolean {
  if (uncorrectedMs === null) return false;
  return dismissedMs === null || Math.abs(uncorrectedMs - dismissedMs) > SAME_MS;
}

/** Whether to ask the user for the cause. */
export function isQuestion({ uncorrectedMs }: Pick<ClockSkew, 'uncorrectedMs'>): boolean {
  return uncorrectedMs !== null && uncorrectedMs > 0 && uncorrectedMs <= MAX_SKEW_MS;
}

/** Rounds down to whole seconds: a price is always slightly old on arrival. */
export function wholeSkew(ms: number): number {
  const whole = Math.floor(ms / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}
