import { toMilliseconds, toSeconds, type UnixSeconds } from '../../base/units.ts';
import { localDay, openSpans, toInstant } from '../prices/market-schedule.ts';
import { isMalformed, MINUTES_A_DAY, type AnySchedule } from '../prices/schedule-grammar.ts';

/** A continuous period in which a market is open. */
interface OpenTime {
  from: UnixSeconds;
  /** Exclusive. */
  until: UnixSeconds;
}

const ALWAYS: readonly OpenTime[] = [{ from: 0, until: Infinity }];

// Longer than a weekend with holidays around it.
const LONGEST_CLOSURE_DAYS = 8;

/** When a market is open, in order, from the last open period before `from` until `to`. */
export function openTimesBetween(schedule: AnySchedule, from: UnixSeconds, to: UnixSeconds) {
  if (isMalformed(schedule) || schedule.alwaysOpen) return ALWAYS;
  const { timeZone } = schedule;
  const dayOf = (seconds: UnixSeconds): number =>
    localDay(
      Temporal.Instant.fromEpochMilliseconds(toMilliseconds(seconds)).toZonedDateTimeISO(timeZone),
    );
  const secondsOf = (minutes: number): UnixSeconds =>
    toSeconds(toInstant(minutes, timeZone).epochMilliseconds);
  const spans = openSpans(schedule, dayOf(from) - LONGEST_CLOSURE_DAYS, dayOf(to) + 2);
  return [...spans]
    .filter((span) => span.until - span.from > 0 && span.until < Infinity)
    .map((span): OpenTime => ({ from: secondsOf(span.from), until: secondsOf(span.until) }));
}

interface Known {
  time: OpenTime;
  /** When the market opens next. */
  next: UnixSeconds;
}

const known = new WeakMap<object, Known>();

/** The last second up to `time` in which the market was open. */
export function lastOpenSecond(schedule: AnySchedule, time: UnixSeconds): UnixSeconds {
  let found = known.get(schedule);
  if (!found || time < found.time.from || time >= found.next) {
    const times = openTimesBetween(
      schedule,
      time,
      time + LONGEST_CLOSURE_DAYS * MINUTES_A_DAY * 60,
    );
    const index = times.findLastIndex(({ from }) => from <= time);
    found = {
      time: times[index] ?? { from: 0, until: Infinity },
      next: times[index + 1]?.from ?? 0,
    };
    known.set(schedule, found);
  }
  return Math.min(time, found.time.until - 1);
}
