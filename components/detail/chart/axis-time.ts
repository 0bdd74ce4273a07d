import { dateFormat } from '@/lib/base/locale/format.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/base/units.ts';

interface TimeTick {
  readonly seconds: UnixSeconds;
  readonly label: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

// oxfmt-ignore
const CLOCK_STEPS = [
  1, 5, 15, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
];
const DAY_STEPS = [1, 2, 5, 10, 15];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * About `most` labels between two times, at round times in a time zone. A step of hours counts from
 * midnight, on days when the clock changes too.
 *
 * @param areDays whether the times are dates, as 00:00 UTC
 */
export function timeTicks(
  from: UnixSeconds,
  to: UnixSeconds,
  most: number,
  { timeZone = Temporal.Now.timeZoneId(), areDays = false } = {},
): readonly TimeTick[] {
  const range = { from, to, timeZone: areDays ? 'UTC' : timeZone };
  const fits = (seconds: number): boolean => (to - from) / seconds <= most;
  const clock = areDays ? undefined : CLOCK_STEPS.find(fits);
  if (clock !== undefined) return clockTicks(range, clock);
  const days = DAY_STEPS.find((count) => fits(count * DAY));
  if (days !== undefined) return dayTicks(range, days);
  return monthTicks(range, MONTH_STEPS.find((count) => fits(count * MONTH)) ?? 120);
}

interface ZonedRange {
  from: UnixSeconds;
  to: UnixSeconds;
  timeZone: string;
}

function clockTicks(range: ZonedRange, step: number): TimeTick[] {
  const { timeZone } = range;
  const format = dateFormat({ ...TIME, ...(step < MINUTE && { second: '2-digit' }), timeZone });
  return offsetsIn(range).flatMap(({ from, to, offset }) => {
    // Each step divides a day.
    const first = Math.ceil((from + offset) / step) * step - offset;
    const count = Math.max(0, Math.floor((to - first) / step) + 1);
    return Array.from({ length: count }, (_, index) => {
      const seconds = first + index * step;
      return { seconds, label: format.format(toMilliseconds(seconds)) };
    });
  });
}

/** The parts of a range between changes of the clock, with the offset from UTC in seconds. */
function offsetsIn({ from, to, timeZone }: ZonedRange) {
  const parts: { from: UnixSeconds; to: UnixSeconds; offset: number }[] = [];
  let start = from;
  while (start <= to) {
    const time = zoned(start, timeZone);
    const change = time.getTimeZoneTransition('next');
    const end = change ? change.epochMilliseconds / 1_000 : Infinity;
    parts.push({ from: start, to: Math.min(to, end - 1), offset: time.offsetNanoseconds / 1e9 });
    start = end;
  }
  return parts;
}

function dayTicks(range: ZonedRange, count: number): TimeTick[] {
  const { timeZone } = range;
  const format = dateFormat({ day: 'numeric', month: 'short', timeZone });
  const isRound = (date: Temporal.PlainDate): boolean =>
    date.since('1970-01-01', { largestUnit: 'days' }).days % count === 0;
  return dates(range, { days: 1 })
    .filter(isRound)
    .map((date) => tickAt(startOf(date, timeZone), format));
}

function monthTicks(range: ZonedRange, count: number): TimeTick[] {
  const { timeZone } = range;
  const month = dateFormat({ month: 'short', timeZone });
  const year = dateFormat({ year: 'numeric', timeZone });
  return dates(range, { months: 1 })
    .filter((date) => (12 * date.year + date.month - 1) % count === 0)
    .map((date) => tickAt(startOf(date, timeZone), date.month === 1 ? year : month));
}

/** The days, or the firsts of the months, that begin in a range. */
function dates(
  { from, to, timeZone }: ZonedRange,
  step: { days: 1 } | { months: 1 },
): Temporal.PlainDate[] {
  const found: Temporal.PlainDate[] = [];
  const start = zoned(from, timeZone).toPlainDate();
  const end = zoned(to, timeZone).toPlainDate();
  let date = 'days' in step ? start : start.with({ day: 1 });
  for (; Temporal.PlainDate.compare(date, end) <= 0; date = date.add(step)) {
    if (startOf(date, timeZone) >= from) found.push(date);
  }
  return found;
}

function tickAt(seconds: UnixSeconds, format: Intl.DateTimeFormat): TimeTick {
  return { seconds, label: format.format(toMilliseconds(seconds)) };
}

function zoned(seconds: UnixSeconds, timeZone: string): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(toMilliseconds(seconds)));
  return instant.toZonedDateTimeISO(timeZone);
}

function startOf(date: Temporal.PlainDate, timeZone: string): UnixSeconds {
  return date.toZonedDateTime(timeZone).epochMilliseconds / 1_000;
}
