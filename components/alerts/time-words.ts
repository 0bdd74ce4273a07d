import { dateFormat, relativeTimeFormat } from '@/lib/locale/format.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';

const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

/** A time in the user's time zone: `14:05`, with the date if not today. */
export function timeWords(at: UnixMilliseconds, nowMs: UnixMilliseconds = Date.now()): string {
  const [then, now] = [new Date(at), new Date(nowMs)];
  const isThisYear = then.getFullYear() === now.getFullYear();
  const isToday = then.toDateString() === now.toDateString();
  const day = isToday ? {} : { ...DAY, ...(!isThisYear && { year: 'numeric' as const }) };
  return dateFormat({ ...day, ...TIME }).format(then);
}

/** How long ago a time was, in whole units: `12 seconds ago`. `null`: less than a second. */
export function agoWords(at: UnixMilliseconds, now: UnixMilliseconds): string | null {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < 1) return null;
  const [length, unit] = UNITS.find(([each]) => seconds >= each) ?? UNITS.at(-1)!;
  return relativeTimeFormat({}).format(-Math.floor(seconds / length), unit);
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;
