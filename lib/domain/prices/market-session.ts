import type { SessionSchedules } from '../../history-service/index.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { isMarketOpen } from './market-schedule.ts';
import { isMalformed, parseSchedule } from './schedule-grammar.ts';

/** Where hours overlap, the first one counts. */
const SESSIONS = ['regular', 'preMarket', 'postMarket', 'overNight'] as const;

/** A part of a stock's trading day. */
export type MarketSession = (typeof SESSIONS)[number] | 'closed';

/** `null` if the regular hours are unknown. */
export function sessionAt(
  schedules: SessionSchedules,
  nowMs: UnixMilliseconds,
): MarketSession | null {
  if (!hours(schedules.regular)) return null;
  const isOpen = (name: (typeof SESSIONS)[number]) => {
    const schedule = hours(schedules[name]);
    return schedule !== null && isMarketOpen(schedule, nowMs);
  };
  return SESSIONS.find(isOpen) ?? 'closed';
}

function hours(schedule: string | undefined) {
  // A missing schedule means always open; a missing session has no hours.
  if (!schedule?.trim()) return null;
  const parsed = parseSchedule({ schedule });
  return isMalformed(parsed) ? null : parsed;
}
