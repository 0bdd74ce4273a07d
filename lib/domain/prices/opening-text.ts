import { dateFormat } from '../../base/locale/format.ts';
import { isMalformed, type AnySchedule, type Schedule } from './schedule-grammar.ts';
import { marketStateAt } from './market-schedule.ts';
import type { UnixMilliseconds } from '../../base/units.ts';

const DAY_MS = 86_400_000;

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const THIS_WEEK = { weekday: 'short', ...TIME } as const;
const LATER = { day: 'numeric', month: 'short' } as const;

const openings = new WeakMap<Schedule, number | null>();

/**
 * In the user's time zone: `3:30 PM` within a day, `Mon 3:30 PM` within six, `Dec 5` later; `null`
 * if unknown.
 */
export function openingText(schedule: AnySchedule, nowMs: UnixMilliseconds): string | null {
  if (isMalformed(schedule)) return null;
  const at = nextOpening(schedule, nowMs);
  if (at === null) return null;
  const days = (at - nowMs) / DAY_MS;
  return dateFormat(days < 1 ? TIME : days < 6 ? THIS_WEEK : LATER).format(at);
}

// Cached: dozens of feeds share a schedule, and its next opening stays valid until it has passed.
function nextOpening(schedule: Schedule, nowMs: UnixMilliseconds): UnixMilliseconds | null {
  const known = openings.get(schedule);
  if (known !== undefined && (known === null || known > nowMs)) return known;
  const state = marketStateAt(schedule, nowMs);
  const at = state.nextOpening?.epochMilliseconds ?? null;
  openings.set(schedule, at);
  return at;
}
