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

/** A moment (unix seconds) in the reader's own time; what no calendar reaches as it stands. */
export function momentText(seconds: number): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > MAX_DATE_SECONDS) return String(seconds);
  return dateAndTime().format(seconds * 1_000);
}

/** A sample's moment (unix seconds) where the year goes without saying. */
export function recentText(seconds: number): string {
  return toTheSecond().format(seconds * 1_000);
}

/** A moment within about a year, to the minute: `Mon, 23 Nov, 15:30`. */
export function dayText(instant: Temporal.Instant): string {
  return weekdayAndTime().format(instant.epochMilliseconds);
}

/** The wall time of another zone at an instant: `Mon 09:30`. */
export function wallTime(instant: Temporal.Instant, timeZone: string): string {
  return instant
    .toZonedDateTimeISO(timeZone)
    .toLocaleString(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
}
