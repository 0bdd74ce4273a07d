import { unixMilliseconds, unixSeconds, z } from '../../base/zod.ts';
import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';

const SECOND = 1_000;

/** A smaller skew looks like the delay of prices. */
const LEAST_SKEW_MS = 3 * SECOND;
/** The network and the service can delay a price by this much. */
const FRESH_MS = 5 * SECOND;
/** The user is notified of a larger skew or delay. */
const NOTICED_BEYOND_MS = 10 * SECOND;
/** A larger skew is not corrected: one service could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

/** A stream sends several prices per second, so late prices must be this far apart. */
const APART_MS = 4 * SECOND;
/** Late prices that have one cause differ by no more than this. */
const SPREAD_MS = 2.5 * SECOND;
const LATE_PRICES = 3;

const seenSchema = z.object({ publishTime: unixSeconds, receivedAtMs: unixMilliseconds });

export const clockSkewSchema = z.object({
  /** Local clock minus true time in whole seconds; at most 0: only a slow clock is corrected. */
  skewMs: z.number().check(z.minimum(-MAX_SKEW_MS), z.maximum(0)),
  /** By how much prices are late or the clock is fast; negative: too slow to be corrected. */
  uncorrectedMs: z.nullable(z.number()),
  /** Late prices that may have one cause, oldest first. */
  latePrices: z.array(seenSchema).check(z.maxLength(LATE_PRICES)),
});
/** Stored for the pages and the next worker. */
export type ClockSkew = Readonly<z.infer<typeof clockSkewSchema>>;

export type ClockNotice = Pick<ClockSkew, 'skewMs' | 'uncorrectedMs'>;

export const UNKNOWN_SKEW: ClockSkew = {
  skewMs: 0,
  uncorrectedMs: null,
  latePrices: [],
};

interface PriceSeen {
  /** The publish time of a signed price. */
  publishTime: UnixSeconds;
  /** By the local clock. */
  receivedAtMs: UnixMilliseconds;
}

/**
 * A signed publish time proves that it is at least that late, so the clock is ahead by no more than
 * the lag: that corrects a slow clock. If prices seem late, they are, or the clock is fast: nothing
 * proves which, so nothing is corrected.
 *
 * @param newest the newest publish time before
 */
export function clockAfterPrice(known: ClockSkew, seen: PriceSeen, newest: UnixSeconds): ClockSkew {
  const lagMs = lagOf(seen);
  if (!Number.isFinite(lagMs)) return known;
  if (lagMs < -MAX_SKEW_MS) return { ...known, uncorrectedMs: lagMs, latePrices: [] };
  const skewMs = Math.min(known.skewMs, wholeSkew(lagMs));
  if (seen.publishTime <= newest) return { ...known, skewMs };
  // A price from now by the local clock: it has been set right.
  if (lagMs > -LEAST_SKEW_MS && lagMs <= FRESH_MS) return UNKNOWN_SKEW;
  return lagMs - skewMs <= NOTICED_BEYOND_MS
    ? { skewMs, uncorrectedMs: null, latePrices: [] }
    : afterLate({ ...known, skewMs }, seen);
}

/** Late prices are mentioned once there are several with the same delay. */
function afterLate(known: ClockSkew, seen: PriceSeen): ClockSkew {
  const { uncorrectedMs } = known;
  const isMentioned = uncorrectedMs !== null && Math.abs(lagOf(seen) - uncorrectedMs) <= SPREAD_MS;
  const last = known.latePrices.at(-1);
  const sinceMs = last ? seen.receivedAtMs - last.receivedAtMs : Infinity;
  if (isMentioned || (sinceMs >= 0 && sinceMs < APART_MS)) return known;
  const isNewer = last !== undefined && seen.publishTime > last.publishTime;
  const latePrices = isNewer ? [...known.latePrices, seen] : [seen];
  const lags = latePrices.map(lagOf);
  const least = Math.min(...lags);
  if (Math.max(...lags) - least > SPREAD_MS) return { ...known, latePrices: [seen] };
  return latePrices.length < LATE_PRICES
    ? { ...known, latePrices }
    : { ...known, latePrices: [], uncorrectedMs: wholeSkew(least) };
}

/** Discards what depends on the delays of the previous service. */
export function withoutService({ skewMs }: ClockSkew): ClockSkew {
  return { ...UNKNOWN_SKEW, skewMs };
}

/** Whether the local clock is or may be wrong. */
export function needsNotice({ skewMs, uncorrectedMs }: ClockNotice): boolean {
  return uncorrectedMs !== null || skewMs < -NOTICED_BEYOND_MS;
}

/** Rounds down to whole seconds: a price is always slightly old on arrival. */
function wholeSkew(ms: number): number {
  const whole = Math.floor(ms / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}

function lagOf({ publishTime, receivedAtMs }: PriceSeen): number {
  return receivedAtMs - publishTime * SECOND;
}
