import { dateFormat, formatUnit } from '@/lib/base/locale/format.ts';
import type { When } from '@/lib/base/days.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/base/units.ts';

const MAX_DATE_SECONDS = 8_640_000_000_000;

const RECENT = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

/** A time in the user's time zone; the plain number if it is out of `Date` range. */
export function timeText(seconds: UnixSeconds): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > MAX_DATE_SECONDS) return String(seconds);
  return format(seconds, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A recent time to the second, without the year. */
export function secondText(seconds: UnixSeconds): string {
  return format(seconds, { ...RECENT, second: '2-digit' });
}

/** A recent time to the minute, without the year: `Nov 21, 2:30 PM`. */
export function minuteText(seconds: UnixSeconds): string {
  return format(seconds, RECENT);
}

/** A time of day: `2:30 PM`. */
export function clockText(seconds: UnixSeconds): string {
  return format(seconds, { hour: 'numeric', minute: '2-digit' });
}

/** A time to the minute, with the year: `Nov 21, 2025, 2:30 PM`. */
export function dayMinuteText(seconds: UnixSeconds): string {
  return format(seconds, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A day, with the year: `Nov 21, 2025`. */
export function dateText({ time, isDay }: When): string {
  return format(time, { dateStyle: 'medium', ...(isDay && { timeZone: 'UTC' }) });
}

/** A date if it is one, otherwise a time. */
export function whenText(when: When, timeToText: (seconds: UnixSeconds) => string): string {
  return when.isDay ? dateText(when) : timeToText(when.time);
}

function format(seconds: UnixSeconds, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(toMilliseconds(seconds));
}

/** A duration in its largest unit, cut off: `10 min`, `4 days`. */
export function durationText(seconds: number): string {
  const [count, unit] = inLargestUnit(seconds);
  return formatUnit({ [`${unit}s`]: count }, 'short');
}

function inLargestUnit(
  seconds: number,
): [count: number, unit: 'second' | 'minute' | 'hour' | 'day'] {
  if (seconds < 60) return [seconds, 'second'];
  if (seconds < 3_600) return [Math.floor(seconds / 60), 'minute'];
  const hours = Math.floor(seconds / 3_600);
  return hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
}
