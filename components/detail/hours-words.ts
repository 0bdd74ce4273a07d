import { dateFormat, formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { isAllDay, type Schedule, type Sessions } from '@/lib/domain/prices/schedule-grammar.ts';

/** One day's hours as text. */
export interface DayHours {
  day: string;
  hours: string;
}

const SOME_MONDAY = Temporal.PlainDate.from('2024-01-01');

/** Regular weekly hours, Monday first, in the schedule's own time zone. */
export function weekLines(schedule: Schedule): DayHours[] {
  return schedule.days.map((sessions, index) => ({
    day: dayName(SOME_MONDAY.add({ days: index }), { weekday: 'long' }),
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
      day: dayName(date, { weekday: 'short', day: 'numeric', month: 'short' }),
      hours: hoursText(sessions),
    }));
}

/** `9:30 AM – 4:00 PM and 6:00 PM – 12:00 AM`, `Closed` or `Open all day`. */
function hoursText(sessions: Sessions): string {
  if (sessions.length === 0) return t('marketHours.closed');
  if (isAllDay(sessions)) return t('marketHours.allDay');
  const texts = sessions.map(({ from, until }) =>
    t('marketHours.session', { from: clockTime(from), until: clockTime(until) }),
  );
  return formatList(texts, 'conjunction');
}

/** The next date with this month and day. Without a leap day, 29 February becomes 28 February. */
function nextDate(monthDay: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = Temporal.PlainMonthDay.from(`${monthDay.slice(0, 2)}-${monthDay.slice(2)}`);
  const thisYear = day.toPlainDate({ year: today.year });
  return Temporal.PlainDate.compare(thisYear, today) < 0
    ? day.toPlainDate({ year: today.year + 1 })
    : thisYear;
}

// Days and clock times of a market belong to its own time zone: UTC formats them unchanged.

function dayName(date: Temporal.PlainDate, options: Intl.DateTimeFormatOptions): string {
  const midnight = date.toZonedDateTime('UTC');
  return dateFormat({ ...options, timeZone: 'UTC' }).format(midnight.epochMilliseconds);
}

function clockTime(minutes: number): string {
  return dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(minutes * 60_000);
}
