import type { UnixMilliseconds } from '../units.ts';
import { dateFormat } from './format.ts';

const DAY = { day: 'numeric', month: 'short' } as const;

/**
 * In the user's time zone: `14:05`, with the date unless it is today, and the year unless it is
 * this year.
 */
export function formatRecentTime(
  at: UnixMilliseconds,
  nowMs: UnixMilliseconds = Date.now(),
  precision: 'minute' | 'second' = 'minute',
): string {
  const [then, now] = [new Date(at), new Date(nowMs)];
  const isThisYear = then.getFullYear() === now.getFullYear();
  const isToday = then.toDateString() === now.toDateString();
  const day = isToday ? {} : { ...DAY, ...(!isThisYear && { year: 'numeric' as const }) };
  const second = precision === 'second' && { second: '2-digit' as const };
  return dateFormat({ ...day, hour: 'numeric', minute: '2-digit', ...second }).format(then);
}
