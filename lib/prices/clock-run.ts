import { MAX_SKEW_MS, UNKNOWN_SKEW, withSkew, type ClockSkew } from './clock-skew.ts';

/** Smaller differences between the local clock and the monotonic one are no jump. */
export const LEAST_JUMP_MS = 1_000;

/** True time as an answer's `Date` header gives it. */
export interface DateReading {
  /** Local clock minus the header's time, milliseconds. */
  readonly skewMs: number;
  /** The reading is off by at most this, milliseconds. */
  readonly errorMs: number;
  /** Unix milliseconds by the local clock. */
  readonly receivedAtMs: number;
}

/**
 * What was observed while the clock is known to have run without a jump: at most one worker's life.
 * Within it the skew does not change.
 */
export interface ClockRun {
  /** A fresh price agreed with the estimate. */
  readonly isAgreedByPrices: boolean;
  /** A `Date` header agreed with the estimate. */
  readonly isAgreedByDate: boolean;
  /** The smallest lag of a signed price, milliseconds: the skew cannot be larger. */
  readonly ceilingMs: number | null;
  /**
   * After a jump ahead or a sleep: the skew if it was all a jump (milliseconds). It cannot be more.
   * `null`: not known.
   */
  readonly jumpedToMs: number | null;
  /** The newest publish time seen, unix seconds. */
  readonly newest: number;
  /** A header that contradicts the estimate and waits for a second witness. */
  readonly date: DateReading | null;
}

/** All that is known of the clock. */
export interface ClockKnowledge {
  readonly skew: ClockSkew;
  readonly run: ClockRun;
}

const NEW_RUN: ClockRun = {
  isAgreedByPrices: false,
  isAgreedByDate: false,
  ceilingMs: null,
  jumpedToMs: null,
  newest: -Infinity,
  date: null,
};

/**
 * Goes on with what an earlier worker found. Corrected time never runs backward: a clock that is
 * behind a moment that is past (unix milliseconds) was set back by at least that much.
 *
 * @param newest newest publish time among the stored signed prices, unix seconds
 */
export function resumeClock(
  stored: ClockSkew,
  { nowMs, pastMs, newest }: { nowMs: number; pastMs: number; newest: number },
): ClockKnowledge {
  const run = { ...NEW_RUN, newest };
  const behindMs = Math.max(pastMs, stored.madeAtMs) - nowMs;
  if (behindMs < LEAST_JUMP_MS || !stored.isConfirmed) return { skew: stored, run };
  return { skew: shifted(stored, -behindMs, nowMs), run };
}

/**
 * The local clock and the monotonic one moved apart by `jumpMs`. Backward, the local clock was set
 * back, and the skew with it. Forward, it was either set ahead or the computer slept while the
 * monotonic clock stood still (it does on Linux and macOS); only the next prices can tell, so the
 * skew stays until then.
 *
 * @param nowMs unix milliseconds by the local clock, after the jump
 */
export function afterJump(
  { skew, run }: ClockKnowledge,
  jumpMs: number,
  nowMs: number,
): ClockKnowledge {
  const { skewMs } = skew;
  if (jumpMs > 0) {
    const from = isAgreed(run) ? skewMs : run.jumpedToMs;
    const jumpedToMs = from === null ? null : from + jumpMs;
    const anew = { ...NEW_RUN, newest: run.newest, jumpedToMs };
    return { skew: { ...skew, serviceLateAtMs: null, latePrices: [] }, run: anew };
  }
  // A clock that is put right changes nothing of an estimate that nothing confirmed, such as one
  // from before the network was there.
  if (!isAgreed(run)) {
    const anew = { ...NEW_RUN, newest: run.newest };
    return { skew: { ...skew, uncorrectedMs: null, latePrices: [] }, run: anew };
  }
  const ceilingMs = run.ceilingMs === null ? null : run.ceilingMs + jumpMs;
  return { skew: shifted(skew, jumpMs, nowMs), run: { ...run, ceilingMs, date: null } };
}

/** Another service is asked: what was seen of the one before says nothing of its delay. */
export function withoutService({ skew, run }: ClockKnowledge): ClockKnowledge {
  return {
    skew: { ...skew, uncorrectedMs: null, serviceLateAtMs: null, latePrices: [] },
    run: { ...run, newest: -Infinity, date: null },
  };
}

/** Whether a price or a header agreed with the estimate in this run. */
export function isAgreed(run: ClockRun): boolean {
  return run.isAgreedByPrices || run.isAgreedByDate;
}

function shifted(skew: ClockSkew, byMs: number, nowMs: number): ClockSkew {
  const skewMs = skew.skewMs + byMs;
  return Math.abs(skewMs) > MAX_SKEW_MS ? UNKNOWN_SKEW : withSkew(skew, skewMs, nowMs);
}
