import { attribute, type FeedAttributes } from './attributes.ts';

/** Minutes since local midnight: `from` is inclusive, `until` exclusive; 1440 ends the day. */
type Session = { readonly from: number; readonly until: number };
/** Spans of one day, in order, with gaps between them. */
export type Sessions = readonly Session[];

/** In the local time of its own zone. */
export type Schedule = {
  readonly timeZone: string;
  /** Monday first. */
  readonly days: readonly Sessions[];
  /** By `MMDD`. The format has no year, so holidays are assumed to repeat. */
  readonly holidays: ReadonlyMap<string, Sessions>;
  readonly alwaysOpen: boolean;
};

/** Shown unchanged. */
type MalformedSchedule = { readonly malformed: string };
export type AnySchedule = Schedule | MalformedSchedule;

export const MINUTES_A_DAY = 24 * 60;

const MAX_TEXT = 10_000;
const MAX_CACHED = 500;
const OPEN_ALL_DAY: Sessions = [{ from: 0, until: MINUTES_A_DAY }];
const CLOSED: Sessions = [];
/** Temporal also accepts offsets and complete date-times as zones. */
const ZONE = /^[A-Za-z][\w+\-/]{0,63}$/;
const TIME = /^(\d{2})(\d{2})$/;
const OLD_TIME = /^(\d{1,2}):?(\d{2})$/;
const HOLIDAY = /^(\d{2})(\d{2})\/(.+)$/;

const ALWAYS: Schedule = {
  timeZone: 'UTC',
  days: Array.from({ length: 7 }, () => OPEN_ALL_DAY),
  holidays: new Map(),
  alwaysOpen: true,
};

const cache = new Map<string, AnySchedule>();

/**
 * Reads `schedule` (`Zone;D1,…,D7;MMDD/Day,…`, D1 = Monday), otherwise the deprecated
 * `weekly_schedule` (`Zone,D1,…,D7`), otherwise always open. A day is `O`, `C` or `HHMM-HHMM`
 * joined with `&`. `2400`, or `0000` as a closing time, is the end of the day. Equal texts return
 * the same object.
 */
export function parseSchedule(attributes: FeedAttributes | undefined): AnySchedule {
  const current = attribute(attributes, 'schedule')?.trim();
  if (current) return cached(current, readSchedule);
  const old = attribute(attributes, 'weekly_schedule')?.trim();
  return old ? cached(old, readWeeklySchedule) : ALWAYS;
}

/** The time zone of a feed's market; UTC if that is unknown. */
export function timeZoneOf(attributes: FeedAttributes | undefined): string {
  const schedule = parseSchedule(attributes);
  return isMalformed(schedule) ? 'UTC' : schedule.timeZone;
}

export function isMalformed(schedule: AnySchedule): schedule is MalformedSchedule {
  return 'malformed' in schedule;
}

function cached(text: string, read: (text: string) => Schedule | null) {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const schedule = (text.length <= MAX_TEXT ? read(text) : null) ?? { malformed: text };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, schedule);
  return schedule;
}

function readSchedule(text: string): Schedule | null {
  const [zone = '', days = '', holidays = '', ...rest] = text.split(';');
  if (rest.some((part) => part.trim() !== '')) return null;
  return toSchedule(zone, days.split(','), readHolidays(holidays), TIME);
}

function readWeeklySchedule(text: string): Schedule | null {
  const [zone = '', ...days] = text.split(',');
  return toSchedule(zone, days, new Map(), OLD_TIME);
}

function toSchedule(
  zone: string,
  dayTexts: string[],
  holidays: Map<string, Sessions> | null,
  time: RegExp,
): Schedule | null {
  const timeZone = zone.trim();
  const days = allOf(dayTexts.map((text) => readDay(text, time)));
  if (days?.length !== 7 || holidays === null || !isTimeZone(timeZone)) return null;
  const alwaysOpen = [...days, ...holidays.values()].every(isAllDay);
  return { timeZone, days, holidays, alwaysOpen };
}

function readHolidays(text: string): Map<string, Sessions> | null {
  const entries = allOf(
    text
      .split(',')
      .filter((item) => item.trim() !== '')
      .map(readHoliday),
  );
  return entries && new Map(entries);
}

function readHoliday(text: string): [monthDay: string, sessions: Sessions] | null {
  const [, month = '', day = '', hours = ''] = HOLIDAY.exec(text.trim()) ?? [];
  const sessions = readDay(hours, TIME);
  return sessions && isMonthDay(Number(month), Number(day)) ? [month + day, sessions] : null;
}

function readDay(text: string, time: RegExp): Sessions | null {
  const day = text.trim();
  if (day === 'O') return OPEN_ALL_DAY;
  if (day === 'C') return CLOSED;
  const sessions = allOf(day.split('&').map((part) => readSession(part, time)));
  return sessions && joined(sessions.toSorted((a, b) => a.from - b.from));
}

function readSession(text: string, time: RegExp): Session | null {
  const [start = '', stop = '', ...rest] = text.split('-').map((part) => part.trim());
  const from = readTime(start, time);
  const end = readTime(stop, time);
  if (rest.length > 0 || from === null || end === null) return null;
  const until = end === 0 ? MINUTES_A_DAY : end;
  return from < until ? { from, until } : null;
}

function readTime(text: string, time: RegExp): number | null {
  const [, hours = '', minutes = ''] = time.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return hours === '' || Number(minutes) > 59 || total > MINUTES_A_DAY ? null : total;
}

function joined(sessions: Sessions): Sessions {
  const result: Session[] = [];
  for (const session of sessions) {
    const last = result.at(-1);
    if (last === undefined || session.from > last.until) result.push(session);
    else
      result[result.length - 1] = { from: last.from, until: Math.max(last.until, session.until) };
  }
  return result;
}

export function isAllDay(sessions: Sessions): boolean {
  return sessions[0]?.from === 0 && sessions[0].until === MINUTES_A_DAY;
}

function isMonthDay(month: number, day: number): boolean {
  const date = new Date(Date.UTC(2024, month - 1, day));
  return day > 0 && month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    // RangeError: the browser does not know this zone.
    return false;
  }
}

function allOf<T>(items: (T | null)[]): T[] | null {
  return items.every((item) => item !== null) ? items : null;
}
