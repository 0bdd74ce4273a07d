import type { UnixMilliseconds } from '@/lib/units.ts';
import { lazyFormat } from '../shared/lazy-format.ts';

const today = lazyFormat({ hour: 'numeric', minute: '2-digit' });
const otherDay = lazyFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const otherYear = lazyFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A time in the user's time zone: `14:05`, with the date if not today. */
export function timeWords(at: UnixMilliseconds, nowMs: UnixMilliseconds = Date.now()): string {
  const [then, now] = [new Date(at), new Date(nowMs)];
  if (then.getFullYear() !== now.getFullYear()) return otherYear().format(then);
  return (then.toDateString() === now.toDateString() ? today : otherDay)().format(then);
}
