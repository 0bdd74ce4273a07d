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
const DAY_STEPS = [1, 2, 5, 10];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** At most `most` labels between two times, at round times in the user's time zone. */
export function timeTicks(from: UnixSeconds, to: UnixSeconds, most: number): readonly TimeTick[] {
  const fits = (seconds: number): boolean => (to - from) / seconds <= most;
  const clock = CLOCK_STEPS.find(fits);
  if (clock !== undefined) return clockTicks(from, to, clock);
  const days = DAY_STEPS.find((count) => fits(count * DAY));
  if (days !== undefined) return dayTicks(from, to, days);
  return monthTicks(from, to, MONTH_STEPS.find((count) => fits(count * MONTH)) ?? 120);
}

function clockTicks(from: UnixSeconds, to: UnixSeconds, step: number): TimeTick[] {
  const offset = -MINUTE * new Date(toMilliseconds(to)).getTimezoneOffset();
  const first = Math.ceil((from + offset) / step) * step - offset;
  const format = dateFormat(step < MINUTE ? { ...TIME, second: '2-digit' } : TIME);
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => {
    const seconds = first + index * step;
    return { seconds, label: format.format(toMilliseconds(seconds)) };
  });
}

function dayTicks(from: UnixSeconds, to: UnixSeconds, count: number): TimeTick[] {
  const format = dateFormat({ day: 'numeric', month: 'short' });
  const isRound = (date: Temporal.PlainDate): boolean =>
    date.since('1970-01-01', { largestUnit: 'days' }).days % count === 0;
  return dates(from, to, { days: 1 })
    .filter(isRound)
    .map((date) => tickAt(date, format));
}

function monthTicks(from: UnixSeconds, to: UnixSeconds, count: number): TimeTick[] {
  const month = dateFormat({ month: 'short' });
  const year = dateFormat({ year: 'numeric' });
  return dates(from, to, { months: 1 })
    .filter((date) => (12 * date.year + date.month - 1) % count === 0)
    .map((date) => tickAt(date, date.month === 1 ? year : month));
}

/** The days, or the firsts of the months, that begin in a range where the user is. */
function dates(
  from: UnixSeconds,
  to: UnixSeconds,
  step: { days: 1 } | { months: 1 },
): Temporal.PlainDate[] {
  const found: Temporal.PlainDate[] = [];
  const start = dateOf(from);
  let date = 'days' in step ? start : start.with({ day: 1 });
  for (const end = dateOf(to); Temporal.PlainDate.compare(date, end) <= 0; date = date.add(step)) {
    if (startOf(date) >= from) found.push(date);
  }
  return found;
}

function tickAt(date: Temporal.PlainDate, format: Intl.DateTimeFormat): TimeTick {
  const seconds = startOf(date);
  return { seconds, label: format.format(toMilliseconds(seconds)) };
}

function dateOf(seconds: UnixSeconds): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(toMilliseconds(seconds)))
    .toZonedDateTimeISO(Temporal.Now.timeZoneId())
    .toPlainDate();
}

function startOf(date: Temporal.PlainDate): UnixSeconds {
  return date.toZonedDateTime(Temporal.Now.timeZoneId()).epochMilliseconds / 1_000;
}
