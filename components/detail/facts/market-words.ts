import { dateFormat, formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { marketStateAt } from '@/lib/domain/prices/market-schedule.ts';
import {
  isMalformed,
  type AnySchedule,
  type Schedule,
  isAllDay,
  type Sessions,
} from '@/lib/domain/prices/schedule-grammar.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** What the market does now and until when, in the user's time: `Closed. Opens Monday, 3:30 PM`. */
export function marketSentence(
  schedule: AnySchedule,
  nowMs: UnixMilliseconds,
  zone = Temporal.Now.timeZoneId(),
): string {
  if (isMalformed(schedule)) return t('marketHours.unknown');
  if (schedule.alwaysOpen) return t('marketHours.alwaysOpen');
  const { open, today, nextChange } = marketStateAt(schedule, nowMs);
  const kind = open ? 'open' : today === 'holiday' ? 'holiday' : 'closed';
  if (!nextChange) return t(`marketHours.${kind}`);
  return t(`marketHours.${kind}Until`, { time: timeOfChange(nextChange, nowMs, zone) });
}

/** The time of that change where the market is, `9:30 AM ET`; `null` if its clocks are the user's. */
export function marketTime(
  schedule: AnySchedule,
  nowMs: UnixMilliseconds,
  zone = Temporal.Now.timeZoneId(),
): string | null {
  if (isMalformed(schedule) || schedule.alwaysOpen) return null;
  const { nextChange } = marketStateAt(schedule, nowMs);
  const there = nextChange?.toZonedDateTimeISO(schedule.timeZone);
  const here = nextChange?.toZonedDateTimeISO(zone);
  if (!there || !here || there.offsetNanoseconds === here.offsetNanoseconds) return null;
  const day = there.dayOfWeek === here.dayOfWeek ? {} : { weekday: 'short' as const };
  return dateFormat({
    ...day,
    ...TIME,
    timeZone: schedule.timeZone,
    timeZoneName: 'shortGeneric',
  }).format(there.epochMilliseconds);
}

/** Whether the market has other hours than usual today, but is not closed all day. */
export function hasSpecialHours(schedule: Schedule, nowMs: UnixMilliseconds): boolean {
  return marketStateAt(schedule, nowMs).today === 'special-hours';
}

/** A time zone as people call it: `ET`, `United Kingdom Time`. */
export function zoneName(timeZone: string): string {
  const parts = dateFormat({ timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** `4:00 PM` today, `Monday, 9:30 AM` within a week, `Mon, Dec 7, 9:30 AM` later. */
function timeOfChange(at: Temporal.Instant, nowMs: UnixMilliseconds, zone: string): string {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat({ ...options, timeZone: zone }).format(at.epochMilliseconds);
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs)).toZonedDateTimeISO(zone);
  const days = today.toPlainDate().until(at.toZonedDateTimeISO(zone).toPlainDate()).days;
  if (days >= 7) return format({ ...DATE, ...TIME });
  const time = format(TIME);
  return days === 0 ? time : t('marketHours.dayTime', { day: format({ weekday: 'long' }), time });
}

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
