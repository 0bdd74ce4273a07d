import { MINUTES_A_DAY, type Schedule, type Sessions } from '@/lib/prices/schedule-grammar.ts';

/** One day's hours as text. */
export interface DayHours {
  day: string;
  hours: string;
}

const SOME_MONDAY = Temporal.PlainDate.from('2024-01-01');

/** Regular weekly hours, Monday first, in the schedule's own time zone. */
export function weekLines(schedule: Schedule): DayHours[] {
  return schedule.days.map((sessions, index) => ({
    day: SOME_MONDAY.add({ days: index }).toLocaleString(undefined, { weekday: 'long' }),
    hours: hoursText(sessions),
  }));
}

/** Days with exceptional hours, in chronological order from `now`. */
export function holidayLines(schedule: Schedule, now: Temporal.Instant): DayHours[] {
  const today = now.toZonedDateTimeISO(schedule.timeZone).toPlainDate();
  return [...schedule.holidays]
    .map(([monthDay, sessions]) => ({ date: nextDate(monthDay, today), sessions }))
    .toSorted((a, b) => Temporal.PlainDate.compare(a.date, b.date))
    .map(({ date, sessions }) => ({
      day: date.toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short' }),
      hours: hoursText(sessions),
    }));
}

/** `09:30–16:00, 18:00–24:00`, `closed` or `all day`. */
function hoursText(sessions: Sessions): string {
  if (sessions.length === 0) return 'closed';
  const [first] = sessions;
  if (first?.from === 0 && first.until === MINUTES_A_DAY) return 'all day';
  return sessions.map(({ from, until }) => `${clockTime(from)}–${clockTime(until)}`).join(', ');
}

/** The next date with this month and day. Without a leap day, 29 February becomes 28 February. */
function nextDate(monthDay: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = Temporal.PlainMonthDay.from(`${monthDay.slice(0, 2)}-${monthDay.slice(2)}`);
  const thisYear = day.toPlainDate({ year: today.year });
  return Temporal.PlainDate.compare(thisYear, today) < 0
    ? day.toPlainDate({ year: today.year + 1 })
    : thisYear;
}

function clockTime(minutes: number): string {
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
