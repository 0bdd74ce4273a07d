import { dateFormat } from '@/lib/base/locale/format.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/base/units.ts';
import type { ChartGrid } from './chart-grid.ts';

// The charting library divides its time axis by UTC days. It gets times shifted to the user's time
// zone, so that days on the axis begin at the user's midnight.

/** Offset of the user's time zone from UTC at the end of the grid, in seconds. */
export function zoneOffsetSeconds({ fromSeconds, stepSeconds, slots }: ChartGrid): number {
  const end = new Date((fromSeconds + slots.length * stepSeconds) * 1_000);
  return -60 * end.getTimezoneOffset();
}

const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
const TIME_WITH_SECONDS: Intl.DateTimeFormatOptions = { ...TIME, second: '2-digit' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const MONTH: Intl.DateTimeFormatOptions = { month: 'short' };
const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' };

/** The charting library's `TickMarkType`: year, month, day, time, time with seconds. */
const YEAR_KIND = 0;
const MONTH_KIND = 1;
const TIME_KIND = 3;
const TIME_WITH_SECONDS_KIND = 4;

/** Label of a tick on the time axis of a chart. */
export function axisTime(seconds: UnixSeconds, kind: number, grid: ChartGrid): string {
  return dateFormat(optionsFor(kind, grid)).format(toMilliseconds(seconds));
}

// A shorter axis also has ticks between full minutes, whose labels include seconds.
const SHORT_SECONDS = 300;
// The library reserves 9.4 px per character. An average one of the axis has 6.3 px.
const WIDTH_SHARE = 0.67;
const GAP_LENGTH = 1.5;
const MIN_LENGTH = 7;

/** How many characters the charting library must reserve for a label. */
export function labelLength(grid: ChartGrid): number {
  const isShort = lengthOf(grid) < SHORT_SECONDS;
  const { length } = axisTime(0, isShort ? TIME_WITH_SECONDS_KIND : TIME_KIND, grid);
  return Math.max(MIN_LENGTH, Math.ceil(length * WIDTH_SHARE + GAP_LENGTH));
}

// A tick at the start of a month is labeled with the month alone if others are months too.
const LONG_SECONDS = 90 * 86_400;

function optionsFor(kind: number, grid: ChartGrid): Intl.DateTimeFormatOptions {
  if (kind === TIME_KIND) return TIME;
  if (kind === TIME_WITH_SECONDS_KIND) return TIME_WITH_SECONDS;
  if (lengthOf(grid) < LONG_SECONDS || kind > MONTH_KIND) return DAY;
  return kind === YEAR_KIND ? YEAR : MONTH;
}

function lengthOf({ slots, stepSeconds }: ChartGrid): number {
  return slots.length * stepSeconds;
}
