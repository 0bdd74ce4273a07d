import {
  toMilliseconds,
  toSeconds,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import {
  isMalformed,
  MINUTES_A_DAY,
  type AnySchedule,
  type Schedule,
  type Sessions,
} from './schedule-grammar.ts';

type MarketState = {
  readonly open: boolean;
  readonly alwaysOpen: boolean;
  /** `null` if `open` does not change within {@link HORIZON_DAYS}. */
  readonly nextChange: Temporal.Instant | null;
  readonly nextOpening: Temporal.Instant | null;
  readonly nextClosing: Temporal.Instant | null;
  /** Whether a day that usually has sessions has none today, in the schedule's zone. */
  readonly isHoliday: boolean;
};

/** Longer than a year, to find a holiday that has just ended in the next year. */
const HORIZON_DAYS = 370;
const DAY_MS = 86_400_000;

/** Local minutes since 1970-01-01T00:00 in the schedule's zone. */
export type Span = { readonly from: number; readonly until: number };
type Stretch = { from: Temporal.Instant; until: Temporal.Instant | null };
type CachedState = { from: UnixMilliseconds; until: UnixMilliseconds; open: boolean };

const cache = new WeakMap<Schedule, CachedState>();

/**
 * Cached until the market opens or closes, so a tick costs one comparison. A malformed or missing
 * schedule counts as open, so that an old price is still marked as stale.
 */
export function isMarketOpen(schedule: AnySchedule, nowMs: UnixMilliseconds): boolean {
  if (isMalformed(schedule) || schedule.alwaysOpen) return true;
  const cached = cache.get(schedule);
  if (cached && nowMs >= cached.from && nowMs < cached.until) return cached.open;
  const state = marketStateAt(schedule, nowMs);
  const until = state.nextChange?.epochMilliseconds ?? nowMs + HORIZON_DAYS * DAY_MS;
  cache.set(schedule, { from: nowMs, until, open: state.open });
  return state.open;
}

/** Whether the market was closed for the whole time. Unknown hours count as open. */
export function wasClosed(
  schedule: AnySchedule,
  fromMs: UnixMilliseconds,
  untilMs: UnixMilliseconds,
): boolean {
  if (isMalformed(schedule) || schedule.alwaysOpen) return false;
  const { open, nextOpening } = marketStateAt(schedule, fromMs);
  return !open && (nextOpening === null || nextOpening.epochMilliseconds > untilMs);
}

export function marketStateAt(schedule: Schedule, ms: UnixMilliseconds): MarketState {
  return marketState(schedule, Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)));
}

/**
 * Sessions are in the local time of the schedule's zone. Sessions that meet at midnight count as
 * one.
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
    isHoliday: isHoliday(schedule, firstDay),
  };
}

const ALWAYS_OPEN: MarketState = {
  open: true,
  alwaysOpen: true,
  nextChange: null,
  nextOpening: null,
  nextClosing: null,
  isHoliday: false,
};

/** The first two stretches of open time that end after `instant`. */
function twoStretches(schedule: Schedule, firstDay: number, instant: Temporal.Instant): Stretch[] {
  const stretches: Stretch[] = [];
  const endDay = firstDay + HORIZON_DAYS;
  const end = endDay * MINUTES_A_DAY;
  for (const span of openSpans(schedule, firstDay, endDay)) {
    const stretch = {
      from: toInstant(span.from, schedule.timeZone),
      until: span.until >= end ? null : toInstant(span.until, schedule.timeZone),
    };
    if (isAhead(stretch, instant)) stretches.push(stretch);
    if (stretches.length === 2) break;
  }
  return stretches;
}

/** When the market was open within a time of a few days, oldest first; unknown hours are open. */
export function openTimes(
  schedule: AnySchedule,
  from: UnixSeconds,
  until: UnixSeconds,
): { from: UnixSeconds; until: UnixSeconds }[] {
  if (isMalformed(schedule) || schedule.alwaysOpen) return [{ from, until }];
  const dayOf = (seconds: UnixSeconds): number =>
    localDay(
      Temporal.Instant.fromEpochMilliseconds(toMilliseconds(seconds)).toZonedDateTimeISO(
        schedule.timeZone,
      ),
    );
  const at = (minutes: number): UnixSeconds =>
    toSeconds(toInstant(minutes, schedule.timeZone).epochMilliseconds);
  return [...openSpans(schedule, dayOf(from), dayOf(until) + 1)]
    .map((span) => ({
      from: Math.max(from, at(span.from)),
      until: Math.min(until, at(span.until)),
    }))
    .filter((stretch) => stretch.until > stretch.from);
}

/** Spans that meet at midnight are joined. */
export function* openSpans(schedule: Schedule, firstDay: number, endDay: number): Generator<Span> {
  let pending: Span | undefined;
  for (let day = firstDay; day < endDay; day += 1) {
    const midnight = day * MINUTES_A_DAY;
    for (const { from, until } of sessionsOf(schedule, day)) {
      if (pending?.until === midnight + from) {
        pending = { from: pending.from, until: midnight + until };
        continue;
      }
      if (pending) yield pending;
      pending = { from: midnight + from, until: midnight + until };
    }
  }
  if (pending) yield pending;
}

/** Whether the span ends after `instant` and no clock change skipped it completely. */
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

function isHoliday(schedule: Schedule, day: number): boolean {
  return sessionsOf(schedule, day).length === 0 && weekdaySessions(schedule, day).length > 0;
}

// Days are plain numbers, so a loop over a year needs no calendar objects or time zones.
/** Days since 1970-01-01. */
export function localDay(local: Temporal.ZonedDateTime): number {
  return Date.UTC(local.year, local.month - 1, local.day) / DAY_MS;
}

function monthDay(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${pad(date.getUTCMonth() + 1)}${pad(date.getUTCDate())}`;
}

/** A local time that a clock change skips counts as later by that change. */
export function toInstant(localMinutes: number, timeZone: string): Temporal.Instant {
  const asUtc = Temporal.Instant.fromEpochMilliseconds(localMinutes * 60_000);
  return asUtc.toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(timeZone).toInstant();
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
