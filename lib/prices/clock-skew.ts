const SECOND = 1_000;

/** Prices arrive a moment after they are published: a smaller skew cannot be told from that. */
const LEAST_SKEW_MS = 3 * SECOND;

/** The notice appears beyond the first and goes below the second, so that it does not flicker. */
export const NOTICED_BEYOND_MS = 10 * SECOND;
const NOTICED_UNTIL_MS = 8 * SECOND;

/** A clock that is further off is not corrected: one source alone could be lying. */
export const MAX_SKEW_MS = 24 * 60 * 60 * SECOND;

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

export const UNKNOWN_SKEW: ClockSkew = {
  skewMs: 0,
  isNoticed: false,
  uncorrectedMs: null,
  madeAtMs: 0,
  isConfirmed: false,
  serviceLateAtMs: null,
  latePrices: [],
};

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

/** Down to whole seconds: a price is a little older when it arrives, which is no skew. */
function wholeSkew(skewMs: number): number {
  const whole = Math.floor(skewMs / SECOND) * SECOND;
  return Math.abs(whole) < LEAST_SKEW_MS ? 0 : whole;
}
