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
 * When a feed's day closes. `market-close`: by its schedule. `new-york`: at 17:00 from Monday to
 * Friday, the convention for currencies. `utc-midnight`: for markets that never close.
 */
type CloseRule = 'market-close' | 'new-york' | 'utc-midnight';

/** The closes from which a day's change is measured. */
export interface PreviousClose {
  readonly rule: CloseRule;
  /** Time zone of the close, such as `America/New_York`. */
  readonly timeZone: string;
  /**
   * While the market is open, the day's change starts here. While it is closed, the after-hours
   * change starts here.
   */
  readonly last: Temporal.Instant;
  /** Start of the change over the last whole day. */
  readonly before: Temporal.Instant;
}

const NEW_YORK = 'America/New_York';
const NEW_YORK_CLOSE = '17:00';
// Longer than any series of holidays.
const DAYS_BACK = 30;

/**
 * The previous closes of a feed; `null` if its hours are unknown or it did not close within 30
 * days.
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

export function startOfToday(now: Temporal.Instant, timeZone: string): Temporal.Instant {
  // Some zones skip 00:00 when summer time begins.
  return now.toZonedDateTimeISO(timeZone).startOfDay().toInstant();
}

function closeRule(attributes: FeedAttributes | undefined, schedule: AnySchedule): CloseRule {
  const type = attribute(attributes, 'asset_type')?.toLowerCase() ?? '';
  if (type === 'fx') return 'new-york';
  if (type.startsWith('crypto')) return 'utc-midnight';
  // The last close of feeds that close only on holidays may be months ago.
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

/** Latest first. */
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

/** Whether the market stayed closed between two closes. It may open at the very end. */
function isHoliday(
  schedule: AnySchedule,
  opened: Temporal.Instant,
  closed: Temporal.Instant,
): boolean {
  return wasClosed(schedule, opened.epochMilliseconds, closed.epochMilliseconds - 1);
}
