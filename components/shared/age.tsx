import { t } from '@/lib/base/locale/t.ts';
import { ageMs, formatSpan } from '@/lib/domain/prices/age.ts';
import type { UnixMilliseconds, UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from './hooks/clock.ts';

const MAX_CLOCK_SKEW_MS = 5_000;

/** How long ago a price was published, kept up to date. */
export function Age({ publishTime }: { publishTime: UnixSeconds }) {
  return <>{useCorrectedClock((nowMs) => ageInSeconds(publishTime, nowMs))}</>;
}

/**
 * Age in whole seconds: the text updates once a second, and publish times are whole seconds too.
 * If {@link isAhead}, it says that the time is in the future.
 */
export function ageInSeconds(publishTime: UnixSeconds, nowMs: UnixMilliseconds): string {
  if (isAhead(publishTime, nowMs)) return t('age.ahead');
  return formatSpan(Math.max(0, ageMs(publishTime, nowMs)));
}

/** Whether a publish time is further in the future than ordinary clock skew explains. */
export function isAhead(publishTime: UnixSeconds, nowMs: UnixMilliseconds): boolean {
  return ageMs(publishTime, nowMs) < -MAX_CLOCK_SKEW_MS;
}
