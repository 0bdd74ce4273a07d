import { toMilliseconds, type UnixSeconds } from '@/lib/units.ts';
import { lazyFormat } from '../shared/lazy-format.ts';

const dateAndTime = lazyFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const toTheSecond = lazyFormat({
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});
const weekdayAndTime = lazyFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const MAX_DATE_SECONDS = 8_640_000_000_000;

/** A time in the user's time zone; the plain number if it is out of `Date` range. */
export function momentText(seconds: UnixSeconds): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > MAX_DATE_SECONDS) return String(seconds);
  return dateAndTime().format(toMilliseconds(seconds));
}

/** A recent time, without the year. */
export function recentText(seconds: UnixSeconds): string {
  return toTheSecond().format(toMilliseconds(seconds));
}

/** A time within about a year, to the minute: `Mon, 23 Nov, 15:30`. */
export function dayText(instant: Temporal.Instant): string {
  return weekdayAndTime().format(instant.epochMilliseconds);
}

/** An instant as local time in another time zone: `Mon 09:30`. */
export function wallTime(instant: Temporal.Instant, timeZone: string): string {
  return instant
    .toZonedDateTimeISO(timeZone)
    .toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
}
