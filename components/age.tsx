import { ageMs, formatAge } from '@/lib/prices/age.ts';
import { useClock } from './clock.ts';

const SECOND_MS = 1_000;

/** How long ago a price was published (unix seconds), kept up to date. */
export function Age({ publishTime }: { publishTime: number }) {
  return <>{useClock((nowMs) => ageInSeconds(publishTime, nowMs))}</>;
}

/** The age in whole seconds, as its text is renewed each second and publish times are whole too. */
export function ageInSeconds(publishTime: number, nowMs: number): string {
  const ms = ageMs(publishTime, nowMs);
  if (ms >= 0 && ms < 10 * SECOND_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  return ms < 0 && ms > -5 * SECOND_MS ? '0 s' : formatAge(ms);
}
