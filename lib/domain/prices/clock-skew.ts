import { MAX_LATE_PRICES } from '../../base/limits.ts';
import { unixMilliseconds, unixSeconds } from '../../base/unit-schemas.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { z } from '../../base/zod.ts';

const SECOND = 1_000;

/** Prices arrive shortly after they are published. A smaller skew looks the same as that delay. */
const LEAST_SKEW_MS = 3 * SECOND;

/** The notice appears above the first and disappears below the second, so it does not flicker. */
export const NOTICED_BEYOND_MS = 10 * SECOND;
const NOTICED_UNTIL_MS = 8 * SECOND;

/** A larger skew is not corrected, because a single price service could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

const priceMomentSchema = z.object({
  publishTime: unixSeconds,
  /** By the local clock. */
  receivedAtMs: unixMilliseconds,
});
/** A signed price and when it reached us. */
export type PriceMoment = Readonly<z.infer<typeof priceMomentSchema>>;

export const clockSkewSchema = z.object({
  /** Local clock minus true time, in milliseconds but whole seconds; 0: no known skew. */
  skewMs: z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(MAX_SKEW_MS)),
  /** Whether the skew is large enough for a notice. */
  isNoticed: z.boolean(),
  /**
   * A skew in milliseconds that the prices suggest but that is too large to correct on their
   * evidence.
   */
  uncorrectedMs: z.nullable(z.number()),
  /** When `skewMs` last changed, by the local clock at that time. */
  madeAtMs: unixMilliseconds,
  /** Whether a fresh signed price agreed with `skewMs`. */
  isConfirmed: z.boolean(),
  /**
   * When we found that the service causes the lag of the prices, by the local
   * clock. For some time after that, the lag is not evidence about the clock. `null`: never.
   */
  serviceLateAtMs: z.nullable(unixMilliseconds),
  /** Late prices that may turn out to show that the clock is fast, oldest first. */
  latePrices: z.readonly(z.array(priceMomentSchema).check(z.maxLength(MAX_LATE_PRICES))),
});
/** What is known about the local clock. Stored for the pages and for the next worker. */
export type ClockSkew = Readonly<z.infer<typeof clockSkewSchema>>;

export const UNKNOWN_SKEW: ClockSkew = {
  skewMs: 0,
  isNoticed: false,
  uncorrectedMs: null,
  madeAtMs: 0,
  isConfirmed: false,
  serviceLateAtMs: null,
  latePrices: [],
};

/** Whether the user must know that the local clock is wrong. */
export function needsNotice({
  isNoticed,
  uncorrectedMs,
}: Pick<ClockSkew, 'isNoticed' | 'uncorrectedMs'>): boolean {
  return isNoticed || uncorrectedMs !== null;
}

/**
 * Returns the estimate with a newly established skew.
 *
 * @param skewMs local clock minus true time, milliseconds
 * @param nowMs by the local clock
 */
export function withSkew(skew: ClockSkew, skewMs: number, nowMs: UnixMilliseconds): ClockSkew {
  const whole = wholeSkew(skewMs);
  if (whole === skew.skewMs) return confirmed(skew);
  const size = Math.abs(whole);
  const isNoticed = size > NOTICED_BEYOND_MS || (skew.isNoticed && size > NOTICED_UNTIL_MS);
  return { ...UNKNOWN_SKEW, skewMs: whole, isNoticed, madeAtMs: nowMs, isConfirmed: true };
}

/** Returns the estimate after evidence confirmed it; the same object if nothing changes. */
export function confirmed(skew: ClockSkew): ClockSkew {
  const { isConfirmed, serviceLateAtMs, uncorrectedMs, latePrices } = skew;
  const isPlain = serviceLateAtMs === null && uncorrectedMs === null && latePrices.length === 0;
  if (isConfirmed && isPlain) return skew;
  const { skewMs, isNoticed, madeAtMs } = skew;
  return { ...UNKNOWN_SKEW, skewMs, isNoticed, madeAtMs, isConfirmed: true };
}

/** Rounds down to whole seconds: a price is always slightly old on arrival, which is not skew. */
function wholeSkew(skewMs: number): number {
  const whole = Math.floor(skewMs / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}
