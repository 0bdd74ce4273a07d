import { dateFormat } from '@/lib/locale/format.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/units.ts';
import type { ChartGrid } from './chart-grid.ts';

// The charting library divides its time axis by UTC days. It gets times shifted to the user's time
// zone, so that days on the axis begin at the user's midnight.

/** Offset of the user's time zone from UTC at the end of the grid, in seconds. */
export function zoneOffsetSeconds({ fromSeconds, stepSeconds, slots }: ChartGrid): number {
  const end = new Date((fromSeconds + slots.length * stepSeconds) * 1_000);
  return -60 * end.getTimezoneOffset();
}

const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const TIME_WITH_SECONDS: Intl.DateTimeFormatOptions = { timeStyle: 'medium' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** The charting library's `TickMarkType`: year, month, day, time, time with seconds. */
const TIME_KIND = 3;
const TIME_WITH_SECONDS_KIND = 4;

/** Label of a tick on the time axis. */
export function axisTime(seconds: UnixSeconds, kind: number): string {
  return dateFormat(optionsFor(kind)).format(toMilliseconds(seconds));
}

// A shorter axis also has ticks between full minutes, whose labels include seconds.
const SHORT_SECONDS = 300;
const DEFAULT_LENGTH = 8;

/** How many characters the charting library must reserve for a label. */
export function labelLength({ slots, stepSeconds }: ChartGrid): number {
  const isShort = slots.length * stepSeconds < SHORT_SECONDS;
  const { length } = axisTime(0, isShort ? TIME_WITH_SECONDS_KIND : TIME_KIND);
  return Math.max(DEFAULT_LENGTH, length + 2);
}

function optionsFor(kind: number): Intl.DateTimeFormatOptions {
  if (kind < TIME_KIND) return DAY;
  return kind === TIME_WITH_SECONDS_KIND ? TIME_WITH_SECONDS : TIME;
}
