import { ageMs, formatAge } from '@/lib/prices/age.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/units.ts';
import { useCorrectedClock } from '../hooks/clock.ts';

const SECOND_MS = 1_000;
const MAX_CLOCK_SKEW_MS = 5 * SECOND_MS;

/** How long ago a price was published, kept up to date. */
export function Age({ publishTime }: { publishTime: UnixSeconds }) {
  return <>{useCorrectedClock((nowMs) => ageInSeconds(publishTime, nowMs))}</>;
}

/**
 * Age in whole seconds: the text updates once a second, and publish times are whole seconds too.
 * Returns `ahead` if the publish time is further in the future than ordinary clock skew explains.
 */
export function ageInSeconds(publishTime: UnixSeconds, nowMs: UnixMilliseconds): string {
  const ms = ageMs(publishTime, nowMs);
  if (ms < -MAX_CLOCK_SKEW_MS) return 'ahead';
  return ms < 10 * SECOND_MS ? `${Math.floor(Math.max(0, ms) / SECOND_MS)} s` : formatAge(ms);
}
