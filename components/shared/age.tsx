import { t } from '@/lib/base/locale/t.ts';
import { ageMs, formatSpan } from '@/lib/domain/prices/age.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from './hooks/clock.ts';

const MAX_CLOCK_SKEW_MS = 5_000;

/** Kept up to date. */
export function Age({ publishTime }: { publishTime: UnixSeconds }) {
  return <>{useCorrectedClock((nowMs) => ageInSeconds(publishTime, nowMs))}</>;
}

/** In whole seconds, like publish times. If {@link isAhead}, it says so. */
export function ageInSeconds(publishTime: UnixSeconds, nowMs: UnixMilliseconds): string {
  if (isAhead(publishTime, nowMs)) return t('age.ahead');
  return formatSpan(Math.max(0, ageMs(publishTime, nowMs)));
}

/** Further in the future than clock skew explains. */
export function isAhead(publishTime: UnixSeconds, nowMs: UnixMilliseconds): boolean {
  return ageMs(publishTime, nowMs) < -MAX_CLOCK_SKEW_MS;
}
