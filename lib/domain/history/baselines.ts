import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { closesBefore } from '../prices/market-closes.ts';
import { wasClosed } from '../prices/market-schedule.ts';
import {
  isAllDay,
  isMalformed,
  parseSchedule,
  type AnySchedule,
} from '../prices/schedule-grammar.ts';

/**
 * When a feed's day closes. `market-close`: at the end of its regular hours, by its schedule.
 * `new-york`: at 17:00 in New York from Monday to Friday, the convention for currencies.
 * `utc-midnight`: at midnight UTC, for markets that never close.
 */
export type CloseRule = 'market-close' | 'new-york' | 'utc-midnight';

/** The closes that the change of a day is measured from. */
export interface PreviousClose {
  readonly rule: CloseRule;
  /** The time zone of the close, to name it: `America/New_York`. */
  readonly timeZone: string;
  /**
   * The last close. While the market is open, the change of the day starts here. While it is closed,
   * this is where the change of the day ended and the change after hours starts.
   */
  readonly last: Temporal.Instant;
  /** The close before that: where the change of the last whole day starts. */
  readonly before: Temporal.Instant;
}

const NEW_YORK = 'America/New_York';
const NEW_YORK_CLOSE = '17:00';
// More than any row of holidays.
const DAYS_BACK = 30;

/**
 * Returns the previous closes of a feed, by its asset type and its regular hours; `null` if its
 * hours are not known or it did not close within 30 days.
 */
export function previousClose(
  attributes: FeedAttributes | undefined,
  now: Temporal.Instant,
): PreviousClose | null {
  const schedule = parseSchedule(attributes);
  const rule = closeRule(attributes, schedule);
  const timeZone = timeZoneOf(rule, schedule);
  if (timeZone === null) return null;
  const [last, before] = closes(rule, schedule, now);
  return last && before ? { rule, timeZone, last, before } : null;
}

/** When the current day began where the user is. */
export function startOfToday(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  // Not 00:00, which some zones skip when their summer time begins.
  return now.toZonedDateTimeISO(timeZone).startOfDay().toInstant();
}

function closeRule(attributes: FeedAttributes | undefined, schedule: AnySchedule): CloseRule {
  const type = attribute(attributes, 'asset_type')?.toLowerCase() ?? '';
  if (type === 'fx') return 'new-york';
  if (type.startsWith('crypto')) return 'utc-midnight';
  // Some rates are only closed on holidays: their last close may be months ago.
  const neverCloses = !isMalformed(schedule) && schedule.days.every(isAllDay);
  return neverCloses ? 'utc-midnight' : 'market-close';
}

function timeZoneOf(rule: CloseRule, schedule: AnySchedule): string | null {
  if (rule === 'new-york') return NEW_YORK;
  if (rule === 'utc-midnight') return 'UTC';
  return isMalformed(schedule) ? null : schedule.timeZone;
}

function closes(rule: CloseRule, schedule: AnySchedule, now: Temporal.Instant): Temporal.Instant[] {
  if (rule === 'new-york') return newYorkCloses(schedule, now);
  if (rule === 'market-close') return isMalformed(schedule) ? [] : closesBefore(schedule, now);
  const midnight = startOfToday(now, 'UTC');
  return [midnight, midnight.subtract({ hours: 24 })];
}

/** The last two, the latest first. */
function newYorkCloses(schedule: AnySchedule, now: Temporal.Instant): Temporal.Instant[] {
  const today = now.toZonedDateTimeISO(NEW_YORK).toPlainDate();
  const found: Temporal.Instant[] = [];
  for (let days = 0; days < DAYS_BACK && found.length < 2; days += 1) {
    const date = today.subtract({ days });
    const close = newYorkClose(date);
    if (Temporal.Instant.compare(close, now) > 0 || date.dayOfWeek > 5) continue;
    const opened = newYorkClose(date.subtract({ days: 1 }));
    if (!isHoliday(schedule, opened, close)) found.push(close);
  }
  return found;
}

function newYorkClose(date: Temporal.PlainDate): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: NEW_YORK, plainTime: NEW_YORK_CLOSE }).toInstant();
}

/** Whether the market was closed from one close to the next. It may open at the very end. */
function isHoliday(
  schedule: AnySchedule,
  opened: Temporal.Instant,
  closed: Temporal.Instant,
): boolean {
  return wasClosed(schedule, opened.epochMilliseconds, closed.epochMilliseconds - 1);
}
