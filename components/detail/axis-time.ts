import { toMilliseconds, type UnixSeconds } from '@/lib/units.ts';
import type { ChartGrid } from './chart-grid.ts';

// The charting library divides its time axis by UTC days. It gets times shifted to the user's time
// zone, so that days on the axis begin at the user's midnight.

/** Offset of the user's time zone from UTC at the end of the grid, in seconds. */
export function zoneOffsetSeconds({ fromSeconds, stepSeconds, slots }: ChartGrid): number {
  const end = new Date((fromSeconds + slots.length * stepSeconds) * 1_000);
  return -60 * end.getTimezoneOffset();
}

const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const timeToTheSecond = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** The charting library's `TickMarkType`: year, month, day, time, time with seconds. */
const TIME = 3;
const TIME_WITH_SECONDS = 4;

/** Label of a tick on the time axis. */
export function axisTime(seconds: UnixSeconds, kind: number): string {
  if (kind < TIME) return day.format(toMilliseconds(seconds));
  return (kind === TIME_WITH_SECONDS ? timeToTheSecond : time).format(toMilliseconds(seconds));
}
