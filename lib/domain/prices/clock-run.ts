import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { MAX_SKEW_MS, UNKNOWN_SKEW, withSkew, type ClockSkew } from './clock-skew.ts';

/** Smaller differences between the local clock and the monotonic clock are not jumps. */
export const LEAST_JUMP_MS = 1_000;

/**
 * What was observed since the last jump of the clock, at most during the life of one worker. The
 * skew is constant in that time.
 */
export interface ClockRun {
  /** Whether a fresh price agreed with the estimate. */
  readonly isAgreed: boolean;
  /** The smallest lag of a signed price, milliseconds: the skew cannot be larger. */
  readonly ceilingMs: number | null;
  /**
   * After a jump forward or a sleep: the skew in milliseconds if the whole difference was a jump,
   * which is the maximum. `null`: not known.
   */
  readonly jumpedToMs: number | null;
  /** The newest publish time seen. */
  readonly newest: UnixSeconds;
}

/** Everything known about the local clock. */
export interface ClockKnowledge {
  readonly skew: ClockSkew;
  readonly run: ClockRun;
}

const NEW_RUN: ClockRun = {
  isAgreed: false,
  ceilingMs: null,
  jumpedToMs: null,
  newest: -Infinity,
};

/**
 * Continues with what an earlier worker found. Time never runs backward: if the local clock is
 * behind a time that has passed, it was set back by at least the difference.
 *
 * @param stored the stored estimate
 * @param nowMs the local clock
 * @param pastMs a time by the local clock that has certainly passed
 * @param newest newest publish time among the stored signed prices
 */
export function resumeClock(
  stored: ClockSkew,
  {
    nowMs,
    pastMs,
    newest,
  }: { nowMs: UnixMilliseconds; pastMs: UnixMilliseconds; newest: UnixSeconds },
): ClockKnowledge {
  const run = { ...NEW_RUN, newest };
  const behindMs = Math.max(pastMs, stored.madeAtMs) - nowMs;
  if (behindMs < LEAST_JUMP_MS || !stored.isConfirmed) return { skew: stored, run };
  return { skew: shifted(stored, -behindMs, nowMs), run };
}

/**
 * Returns what is known after a jump of the local clock against the monotonic clock. After a jump
 * backward, the local clock was set back, so the skew changes by the same amount. After a jump
 * forward, either the clock was set ahead or the computer slept, during which the monotonic clock
 * stops on Linux and macOS. Only the next prices can show which, so the skew stays until then.
 *
 * @param jumpMs how far the clocks moved apart, milliseconds; negative: backward
 * @param nowMs by the local clock, after the jump
 */
export function afterJump(
  { skew, run }: ClockKnowledge,
  jumpMs: number,
  nowMs: UnixMilliseconds,
): ClockKnowledge {
  const { skewMs } = skew;
  if (jumpMs > 0) {
    const from = run.isAgreed ? skewMs : run.jumpedToMs;
    const jumpedToMs = from === null ? null : from + jumpMs;
    const newRun = { ...NEW_RUN, newest: run.newest, jumpedToMs };
    return { skew: { ...skew, serviceLateAtMs: null, latePrices: [] }, run: newRun };
  }
  // The estimate is unconfirmed, such as one from before there was a network connection. The jump
  // may be the correction of the clock, so the skew stays.
  if (!run.isAgreed) {
    const newRun = { ...NEW_RUN, newest: run.newest };
    return { skew: { ...skew, uncorrectedMs: null, latePrices: [] }, run: newRun };
  }
  const ceilingMs = run.ceilingMs === null ? null : run.ceilingMs + jumpMs;
  return { skew: shifted(skew, jumpMs, nowMs), run: { ...run, ceilingMs } };
}

/** Returns what is known after a change of price service, without the old service's delays. */
export function withoutService({ skew, run }: ClockKnowledge): ClockKnowledge {
  return {
    skew: { ...skew, uncorrectedMs: null, serviceLateAtMs: null, latePrices: [] },
    run: { ...run, newest: -Infinity },
  };
}

function shifted(skew: ClockSkew, byMs: number, nowMs: UnixMilliseconds): ClockSkew {
  const skewMs = skew.skewMs + byMs;
  return Math.abs(skewMs) > MAX_SKEW_MS ? UNKNOWN_SKEW : withSkew(skew, skewMs, nowMs);
}
