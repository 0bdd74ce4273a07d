import { type ClockKnowledge, type DateReading } from './clock-run.ts';
import { confirmed, MAX_SKEW_MS, withSkew } from './clock-skew.ts';

const SECOND = 1_000;

/** Further ahead of corrected time than this, a signed price proves that the correction is wrong. */
export const AHEAD_MS = 1.5 * SECOND;

/** Headers this far apart are two witnesses. */
const DATES_APART_MS = 5 * SECOND;
/** After a longer wait it is not known when the service wrote the header. */
const LONGEST_WAIT_MS = 10 * SECOND;

/** A `Date` header as it arrived. */
export interface DateSeen {
  /** Unix milliseconds, whole seconds. */
  readonly dateMs: number;
  /** Unix milliseconds by the local clock. */
  readonly receivedAtMs: number;
  /** How long the request took, milliseconds. */
  readonly durationMs: number;
}

/** The knowledge after a `Date` header; one that makes no sense changes nothing. */
export function afterDate(known: ClockKnowledge, seen: DateSeen): ClockKnowledge {
  const reading = toReading(seen);
  if (!reading) return known;
  const { skew, run } = known;
  // A signed price cannot be newer than its own time: the service's clock is behind.
  const latest = (run.ceilingMs ?? Infinity) + AHEAD_MS;
  if (reading.skewMs - reading.errorMs > latest) return known;
  if (Math.abs(reading.skewMs - skew.skewMs) <= reading.errorMs + AHEAD_MS) {
    return { skew: confirmed(skew), run: { ...run, isAgreedByDate: true, date: null } };
  }
  // The clock has not jumped since it was found right: it is the service's that is off. What was
  // corrected by prices alone gives way to a header.
  if (run.isAgreedByDate || (run.isAgreedByPrices && skew.skewMs === 0)) return known;
  const { date } = run;
  if (!date || !isSameSkew(reading, date)) return { skew, run: { ...run, date: reading } };
  const isSecond = Math.abs(reading.receivedAtMs - date.receivedAtMs) >= DATES_APART_MS;
  return isSecond ? trustDate(known, reading) : known;
}

/** The knowledge where a second witness agrees with a header. */
export function trustDate({ run, skew }: ClockKnowledge, { skewMs, receivedAtMs }: DateReading) {
  const found = withSkew(skew, skewMs + SECOND / 2, receivedAtMs);
  return { skew: found, run: { ...run, isAgreedByDate: true, date: null } };
}

function isSameSkew(a: DateReading, b: DateReading): boolean {
  return Math.abs(a.skewMs - b.skewMs) <= a.errorMs + b.errorMs;
}

/**
 * What a header says of the local clock; `null`: nothing that can be used. It has whole seconds, cut,
 * and was written at some time during the request.
 */
export function toReading({ dateMs, receivedAtMs, durationMs }: DateSeen): DateReading | null {
  const skewMs = receivedAtMs - durationMs / 2 - (dateMs + SECOND / 2);
  if (!(Math.abs(skewMs) <= MAX_SKEW_MS) || durationMs > LONGEST_WAIT_MS) return null;
  return { skewMs, errorMs: durationMs / 2 + SECOND, receivedAtMs };
}
