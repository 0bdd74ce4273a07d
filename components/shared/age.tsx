import { ageMs, formatAge } from '@/lib/domain/prices/age.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from './hooks/clock.ts';

/** Kept up to date. */
export function Age({ publishTime }: { publishTime: UnixSeconds }) {
  return <>{useCorrectedClock((nowMs) => formatAge(ageMs(publishTime, nowMs)))}</>;
}
