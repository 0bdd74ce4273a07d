import type { ChartGrid } from './chart-grid.ts';

// The library divides its axis by UTC: it is given times shifted to the reader's zone, so that its
// days begin at the reader's midnight.

/** How far the reader's clocks are ahead of UTC at the end of the grid. */
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

/** The library's kinds of tick marks: year, month, day, time, time with seconds. */
const TIME = 3;
const TIME_WITH_SECONDS = 4;

/** A tick of the time axis (unix seconds). */
export function axisTime(seconds: number, kind: number): string {
  if (kind < TIME) return day.format(seconds * 1_000);
  return (kind === TIME_WITH_SECONDS ? timeToTheSecond : time).format(seconds * 1_000);
}
