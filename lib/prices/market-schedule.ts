import { isMalformed, MINUTES_A_DAY } from './schedule-grammar.ts';
import type { MalformedSchedule, Schedule, Sessions } from './schedule-grammar.ts';

export type MarketState = {
  readonly open: boolean;
  readonly alwaysOpen: boolean;
  /** When `open` changes next; null where it does not within {@link HORIZON_DAYS}. */
  readonly nextChange: Temporal.Instant | null;
  readonly nextOpening: Temporal.Instant | null;
  readonly nextClosing: Temporal.Instant | null;
  /** Whether the zone's own date has hours other than its weekday's. */
  readonly today: 'usual' | 'holiday' | 'special hours';
};

/** Longer than a year, so that a holiday just past is found again. */
const HORIZON_DAYS = 370;
const DAY_MS = 86_400_000;

/** Local minutes counted from 1970-01-01T00:00 of the zone's own calendar. */
type Span = { from: number; until: number };
type Stretch = { from: Temporal.Instant; until: Temporal.Instant | null };
type Answer = { from: number; until: number; open: boolean };

const answers = new WeakMap<Schedule, Answer>();

/**
 * Whether the market is open, cheaply: the answer is kept with the time up to which it holds, so
 * that a price tick costs a comparison. A malformed schedule counts as open, as a missing one does:
 * nothing then excuses an old price.
 */
export function isMarketOpen(schedule: Schedule | MalformedSchedule, nowMs: number): boolean {
  if (isMalformed(schedule) || schedule.alwaysOpen) return true;
  const kept = answers.get(schedule);
  if (kept && nowMs >= kept.from && nowMs < kept.until) return kept.open;
  const state = marketState(schedule, Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs)));
  const until = state.nextChange?.epochMilliseconds ?? nowMs + HORIZON_DAYS * DAY_MS;
  answers.set(schedule, { from: nowMs, until, open: state.open });
  return state.open;
}

/**
 * Whether the market was closed all the time from one instant to another, both in unix milliseconds.
 * One whose hours are not known counts as open.
 */
export function wasClosed(
  schedule: Schedule | MalformedSchedule,
  fromMs: number,
  untilMs: number,
): boolean {
  if (isMalformed(schedule) || schedule.alwaysOpen) return false;
  const { open, nextOpening } = marketState(
    schedule,
    Temporal.Instant.fromEpochMilliseconds(Math.floor(fromMs)),
  );
  return !open && (nextOpening === null || nextOpening.epochMilliseconds > untilMs);
}

/**
 * The state of a market at an instant: sessions are wall times of the schedule's own zone, so its
 * clock changes move them; sessions that meet at midnight are one.
 */
export function marketState(schedule: Schedule, instant: Temporal.Instant): MarketState {
  if (schedule.alwaysOpen) return ALWAYS_OPEN;
  const firstDay = localDay(instant.toZonedDateTimeISO(schedule.timeZone));
  const [current, next] = twoStretches(schedule, firstDay, instant);
  const open = current !== undefined && Temporal.Instant.compare(current.from, instant) <= 0;
  const nextOpening = (open ? next?.from : current?.from) ?? null;
  const nextClosing = current?.until ?? null;
  return {
    open,
    alwaysOpen: false,
    nextChange: open ? nextClosing : nextOpening,
    nextOpening,
    nextClosing,
    today: kindOfDay(schedule, firstDay),
  };
}

const ALWAYS_OPEN: MarketState = {
  open: true,
  alwaysOpen: true,
  nextChange: null,
  nextOpening: null,
  nextClosing: null,
  today: 'usual',
};

/** The first two stretches of open time that end after `instant`. */
function twoStretches(schedule: Schedule, firstDay: number, instant: Temporal.Instant): Stretch[] {
  const found: Stretch[] = [];
  const end = (firstDay + HORIZON_DAYS) * MINUTES_A_DAY;
  for (const span of spans(schedule, firstDay)) {
    const stretch = {
      from: toInstant(span.from, schedule.timeZone),
      until: span.until >= end ? null : toInstant(span.until, schedule.timeZone),
    };
    if (isAhead(stretch, instant)) found.push(stretch);
    if (found.length === 2) break;
  }
  return found;
}

/** Open spans from `firstDay` to the horizon, those that touch at midnight joined. */
function* spans(schedule: Schedule, firstDay: number): Generator<Span> {
  let pending: Span | undefined;
  for (let day = firstDay; day < firstDay + HORIZON_DAYS; day += 1) {
    const midnight = day * MINUTES_A_DAY;
    for (const { from, until } of sessionsOf(schedule, day)) {
      if (pending?.until === midnight + from) {
        pending.until = midnight + until;
        continue;
      }
      if (pending) yield pending;
      pending = { from: midnight + from, until: midnight + until };
    }
  }
  if (pending) yield pending;
}

/** False for what is over, and for a session that a clock change swallowed whole. */
function isAhead({ from, until }: Stretch, instant: Temporal.Instant): boolean {
  if (until === null) return true;
  return Temporal.Instant.compare(until, instant) > 0 && Temporal.Instant.compare(until, from) > 0;
}

function sessionsOf(schedule: Schedule, day: number): Sessions {
  return schedule.holidays.get(monthDay(day)) ?? weekdaySessions(schedule, day);
}

function weekdaySessions(schedule: Schedule, day: number): Sessions {
  // 1970-01-01 was a Thursday; the schedule's week starts on Monday.
  return schedule.days[(((day + 3) % 7) + 7) % 7] ?? [];
}

function kindOfDay(schedule: Schedule, day: number): MarketState['today'] {
  const special = schedule.holidays.get(monthDay(day));
  if (!special || sameSessions(special, weekdaySessions(schedule, day))) return 'usual';
  return special.length === 0 ? 'holiday' : 'special hours';
}

function sameSessions(a: Sessions, b: Sessions): boolean {
  return (
    a.length === b.length &&
    a.every(({ from, until }, index) => from === b[index]?.from && until === b[index].until)
  );
}

// Days are counted as plain numbers (no zone is involved in the steps from date to date): a walk
// over a year must not cost a calendar object a day.
function localDay(local: Temporal.ZonedDateTime): number {
  return Date.UTC(local.year, local.month - 1, local.day) / DAY_MS;
}

function monthDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${pad(date.getUTCMonth() + 1)}${pad(date.getUTCDate())}`;
}

function toInstant(localMinutes: number, timeZone: string): Temporal.Instant {
  const asUtc = Temporal.Instant.fromEpochMilliseconds(localMinutes * 60_000);
  return asUtc.toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(timeZone).toInstant();
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
