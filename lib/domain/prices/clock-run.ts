import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { isQuestion, MAX_SKEW_MS, UNKNOWN_SKEW, wholeSkew, type ClockSkew } from './clock-skew.ts';

/** Smaller differences between the local clock and the monotonic clock are not jumps. */
export const LEAST_JUMP_MS = 1_000;

/** What was observed during the life of one worker. */
export interface ClockRun {
  /** The smallest lag of a signed price, plus all jumps since: the skew cannot be larger. */
  readonly ceilingMs: number;
  /** The newest publish time of a signed price. */
  readonly newest: UnixSeconds;
}

/** Everything known about the local clock. */
export interface ClockKnowledge {
  readonly skew: ClockSkew;
  readonly run: ClockRun;
}

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
  const known = { skew: stored, run: { ceilingMs: Infinity, newest } };
  const behindMs = Math.max(pastMs, stored.madeAtMs) - nowMs;
  if (behindMs < LEAST_JUMP_MS || !stored.isConfirmed) return known;
  return withSkew(
    { ...known, skew: { ...stored, answeredMs: lowered(stored, -behindMs) } },
    stored.skewMs - behindMs,
    nowMs,
  );
}

/**
 * Returns what is known after a jump of the local clock against the monotonic clock. After a jump
 * backward, the local clock was set back. After a jump forward, either the clock was set ahead or
 * the computer slept, during which the monotonic clock stops on Linux and macOS. Only the next
 * prices can show which, so the skew stays until then.
 *
 * @param jumpMs how far the clocks moved apart, milliseconds; negative: backward
 * @param nowMs by the local clock, after the jump
 */
export function afterJump(
  { skew, run }: ClockKnowledge,
  jumpMs: number,
  nowMs: UnixMilliseconds,
): ClockKnowledge {
  const ceilingMs = run.ceilingMs + jumpMs;
  const moved = { skew: { ...skew, latePrices: [] }, run: { ...run, ceilingMs } };
  if (jumpMs > 0) return moved;
  const answeredMs = lowered(skew, jumpMs);
  const known = { ...moved, skew: { ...moved.skew, uncorrectedMs: null, answeredMs } };
  // Without a price, the jump may be the correction of the clock.
  const lowest = ceilingMs < Infinity ? ceilingMs : skew.skewMs;
  return withSkew(known, Math.min(answeredMs ?? 0, lowest), nowMs);
}

/**
 * Returns what is known after the user said what the suspicion is about. Repeated without one, a
 * fast clock changes nothing; late prices also withdraw the earlier answer.
 */
export function afterAnswer(
  { skew, run }: ClockKnowledge,
  answer: 'fast' | 'late',
  nowMs: UnixMilliseconds,
): ClockKnowledge {
  if (answer === 'fast') {
    if (!isQuestion(skew)) return { skew, run };
    const answeredMs = skew.uncorrectedMs;
    const next = { ...skew, answeredMs, uncorrectedMs: null, dismissedMs: null };
    return withSkew({ skew: next, run }, Math.min(answeredMs ?? 0, run.ceilingMs), nowMs);
  }
  const uncorrectedMs = isQuestion(skew) ? skew.uncorrectedMs : skew.answeredMs;
  const next = { ...skew, answeredMs: null, uncorrectedMs, dismissedMs: uncorrectedMs };
  return withSkew({ skew: next, run }, Math.min(0, run.ceilingMs, skew.skewMs), nowMs);
}

/** Returns what is known after a change of price service, without the old service's delays. */
export function withoutService({ skew, run }: ClockKnowledge): ClockKnowledge {
  return {
    skew: { ...skew, uncorrectedMs: null, dismissedMs: null, hasSigned: false, latePrices: [] },
    run: { ...run, newest: -Infinity },
  };
}

/** Returns what is known with another skew. @param nowMs by the local clock */
export function withSkew(
  { skew, run }: ClockKnowledge,
  exactMs: number,
  nowMs: UnixMilliseconds,
): ClockKnowledge {
  const skewMs = wholeSkew(exactMs);
  if (Math.abs(skewMs) > MAX_SKEW_MS) return { skew: UNKNOWN_SKEW, run };
  return skewMs === skew.skewMs
    ? { skew, run }
    : { skew: { ...skew, skewMs, madeAtMs: nowMs }, run };
}

/** The user's answer after the clock was set back; `null`: nothing of it remains. */
function lowered({ answeredMs }: ClockSkew, jumpMs: number): number | null {
  return Math.max(0, wholeSkew((answeredMs ?? 0) + jumpMs)) || null;
}
