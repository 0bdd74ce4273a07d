const SECOND = 1_000;

/** Prices arrive a moment after they are published: a smaller skew cannot be told from that. */
const LEAST_SKEW_MS = 3 * SECOND;

/** The notice appears beyond the first and goes below the second, so that it does not flicker. */
export const NOTICED_BEYOND_MS = 10 * SECOND;
const NOTICED_UNTIL_MS = 8 * SECOND;

/** A clock that is further off is not corrected: one source alone could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

/** Smaller differences between the local clock and the monotonic one are no jump. */
export const LEAST_JUMP_MS = SECOND;

/** A signed price and when it reached us. */
export interface PriceMoment {
  /** Unix seconds. */
  readonly publishTime: number;
  /** Unix milliseconds by the local clock. */
  readonly receivedAtMs: number;
}

/** What is known of the local clock; stored, so that a next worker and the pages go on with it. */
export interface ClockSkew {
  /** Local clock minus true time in milliseconds, whole seconds; 0: right, as far as is known. */
  readonly skewMs: number;
  /** The skew is large enough for a notice. */
  readonly isNoticed: boolean;
  /**
   * A skew that the prices suggest but that is not corrected: the evidence is too weak for its size
   * (milliseconds).
   */
  readonly uncorrectedMs: number | null;
  /** When `skewMs` last changed, unix milliseconds by the local clock as it was then. */
  readonly madeAtMs: number;
  /** A fresh price or a `Date` header agreed with `skewMs`. */
  readonly isConfirmed: boolean;
  /**
   * When the lag of the prices was found to be the service's, unix milliseconds by the local clock:
   * for a while it says nothing about the clock. `null`: it was not.
   */
  readonly serviceLateAtMs: number | null;
  /** Prices that are late by `skewMs` and may yet show that the clock is fast, oldest first. */
  readonly latePrices: readonly PriceMoment[];
}

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

export const UNKNOWN_SKEW: ClockSkew = {
  skewMs: 0,
  isNoticed: false,
  uncorrectedMs: null,
  madeAtMs: 0,
  isConfirmed: false,
  serviceLateAtMs: null,
  latePrices: [],
};

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

/** The estimate after `skewMs` was established. @param nowMs unix milliseconds by the local clock */
export function withSkew(skew: ClockSkew, skewMs: number, nowMs: number): ClockSkew {
  const whole = wholeSkew(skewMs);
  if (whole === skew.skewMs) return confirmed(skew);
  const size = Math.abs(whole);
  const isNoticed = size > NOTICED_BEYOND_MS || (skew.isNoticed && size > NOTICED_UNTIL_MS);
  return { ...UNKNOWN_SKEW, skewMs: whole, isNoticed, madeAtMs: nowMs, isConfirmed: true };
}

/** The estimate after a fresh price or header agreed with it; the same object where nothing changes. */
export function confirmed(skew: ClockSkew): ClockSkew {
  const { isConfirmed, serviceLateAtMs, uncorrectedMs, latePrices } = skew;
  const isPlain = serviceLateAtMs === null && uncorrectedMs === null && latePrices.length === 0;
  if (isConfirmed && isPlain) return skew;
  const { skewMs, isNoticed, madeAtMs } = skew;
  return { ...UNKNOWN_SKEW, skewMs, isNoticed, madeAtMs, isConfirmed: true };
}

/** Whether a price or a header agreed with the estimate in this run. */
export function isAgreed(run: ClockRun): boolean {
  return run.isAgreedByPrices || run.isAgreedByDate;
}

function shifted(skew: ClockSkew, byMs: number, nowMs: number): ClockSkew {
  const skewMs = skew.skewMs + byMs;
  return Math.abs(skewMs) > MAX_SKEW_MS ? UNKNOWN_SKEW : withSkew(skew, skewMs, nowMs);
}

/** Down to whole seconds: a price is a little older when it arrives, which is no skew. */
function wholeSkew(skewMs: number): number {
  const whole = Math.floor(skewMs / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}
