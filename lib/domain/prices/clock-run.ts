import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { isQuestion, MAX_SKEW_MS, UNKNOWN_SKEW, wholeSkew, type ClockSkew } from './clock-skew.ts';

/** Smaller differences between local and monotonic clock are not jumps. */
export const LEAST_JUMP_MS = 1_000;

/** Observed during the life of one worker. */
interface ClockRun {
  /** The smallest lag of a signed price plus all jumps since: the skew cannot be larger. */
  readonly ceilingMs: number;
  /** Newest publish time of a signed price. */
  readonly newest: UnixSeconds;
}

export interface ClockKnowledge {
  readonly skew: ClockSkew;
  readonly run: ClockRun;
}

/**
 * Continues with what an earlier worker found. If the local clock shows a time that has already
 * passed, it was set back.
 * @param nowMs by the local clock
 * @param pastMs has certainly passed, by the local clock
 * @param newest publish time among stored signed prices
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
 * After a backward jump, the clock was set back. After a forward one, it was set ahead, or the
 * computer slept (Linux and macOS then stop the monotonic clock). The next prices show which, so
 * the skew stays until then.
 * @param jumpMs negative for a backward jump
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
  // Without a price, the jump may be the correction.
  const lowest = ceilingMs < Infinity ? ceilingMs : skew.skewMs;
  return withSkew(known, Math.min(answeredMs ?? 0, lowest), nowMs);
}

/**
 * Applies how the user explained the suspected skew. Without a suspected skew, `fast` changes
 * nothing, and `late` withdraws the earlier answer.
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

/** Discards what depends on the old service's delays. */
export function withoutService({ skew, run }: ClockKnowledge): ClockKnowledge {
  return {
    skew: { ...skew, uncorrectedMs: null, dismissedMs: null, hasSigned: false, latePrices: [] },
    run: { ...run, newest: -Infinity },
  };
}

/** @param nowMs by the local clock */
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

/** The user's answer, adjusted after the clock was set back. */
function lowered({ answeredMs }: ClockSkew, jumpMs: number): number | null {
  return Math.max(0, wholeSkew((answeredMs ?? 0) + jumpMs)) || null;
}
