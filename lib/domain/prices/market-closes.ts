import { localDay, openSpans, toInstant, type Span } from './market-schedule.ts';
import { MINUTES_A_DAY, type Schedule } from './schedule-grammar.ts';

// No market in the public catalog is closed for longer than 10.8 days (Shanghai, lunar new year),
// and two closes are needed.
const DAYS_BACK = 30;
const DAYS_AHEAD = 3;

/**
 * Closes within the last 30 days, latest first. A midday break is not a close. An evening pause is
 * a close if trading continues into the next day, as with metals.
 */
export function closesBefore(schedule: Schedule, instant: Temporal.Instant): Temporal.Instant[] {
  const day = localDay(instant.toZonedDateTimeISO(schedule.timeZone));
  const spans = [...openSpans(schedule, day - DAYS_BACK, day + DAYS_AHEAD)];
  return spans
    .filter((span, index) => !isBreak(span, spans[index + 1]))
    .map(({ until }) => toInstant(until, schedule.timeZone))
    .filter((close) => Temporal.Instant.compare(close, instant) <= 0)
    .toReversed();
}

/** Whether trading continues after this span and ends on the same day. */
function isBreak(span: Span, next: Span | undefined): boolean {
  return next !== undefined && lastDay(next) === lastDay(span);
}

function lastDay({ until }: Span): number {
  return Math.floor((until - 1) / MINUTES_A_DAY);
}
