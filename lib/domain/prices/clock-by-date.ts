import type { UnixMilliseconds } from '../../base/units.ts';
import { type ClockKnowledge, type DateReading } from './clock-run.ts';
import { confirmed, MAX_SKEW_MS, withSkew } from './clock-skew.ts';

const SECOND = 1_000;

/** A signed price further ahead of the corrected time proves that the correction is wrong. */
export const AHEAD_MS = 1.5 * SECOND;

/** Headers at least this far apart count as two pieces of evidence. */
const DATES_APART_MS = 5 * SECOND;
/** After a longer wait we cannot know when the service wrote the header. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** A `Date` header as it arrived. */
export interface DateSeen {
  /** In whole seconds. */
  readonly dateMs: UnixMilliseconds;
  /** By the local clock. */
  readonly receivedAtMs: UnixMilliseconds;
  /** How long the request took, milliseconds. */
  readonly durationMs: number;
}

/** Returns what is known after a `Date` header. An unusable header changes nothing. */
export function afterDate(known: ClockKnowledge, seen: DateSeen): ClockKnowledge {
  const reading = toReading(seen);
  if (!reading) return known;
  const { skew, run } = known;
  // A signed price proves that this time has passed, so the service's clock is behind.
  const latest = (run.ceilingMs ?? Infinity) + AHEAD_MS;
  if (reading.skewMs - reading.errorMs > latest) return known;
  if (Math.abs(reading.skewMs - skew.skewMs) <= reading.errorMs + AHEAD_MS) {
    return { skew: confirmed(skew), run: { ...run, isAgreedByDate: true, date: null } };
  }
  // The local clock has not jumped since it was confirmed, so the service's clock must be wrong. A
  // correction based on prices alone does not count here: a header may replace it.
  if (run.isAgreedByDate || (run.isAgreedByPrices && skew.skewMs === 0)) return known;
  const { date } = run;
  if (!date || !isSameSkew(reading, date)) return { skew, run: { ...run, date: reading } };
  const isSecond = Math.abs(reading.receivedAtMs - date.receivedAtMs) >= DATES_APART_MS;
  return isSecond ? trustDate(known, reading) : known;
}

/** Returns what is known after further evidence has confirmed a header. */
export function trustDate({ run, skew }: ClockKnowledge, { skewMs, receivedAtMs }: DateReading) {
  const corrected = withSkew(skew, skewMs + SECOND / 2, receivedAtMs);
  return { skew: corrected, run: { ...run, isAgreedByDate: true, date: null } };
}

function isSameSkew(a: DateReading, b: DateReading): boolean {
  return Math.abs(a.skewMs - b.skewMs) <= a.errorMs + b.errorMs;
}

/**
 * Returns the skew of the local clock according to a header, or `null` if the header is unusable.
 * Its time is rounded down to whole seconds, and it was written at any time during the request.
 */
export function toReading({ dateMs, receivedAtMs, durationMs }: DateSeen): DateReading | null {
  const skewMs = receivedAtMs - durationMs / 2 - (dateMs + SECOND / 2);
  if (!(Math.abs(skewMs) <= MAX_SKEW_MS) || durationMs > LONGEST_WAIT_MS) return null;
  return { skewMs, errorMs: durationMs / 2 + SECOND, receivedAtMs };
}
