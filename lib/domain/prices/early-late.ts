import type { UnixSeconds } from '../../base/units.ts';

/** A service returns the first price after a time, so a distance up to this is normal. */
const NEAR_SECONDS = 60;

export interface TimeDistance {
  when: 'early' | 'late';
  seconds: number;
}

/**
 * How early or late a price is; the same rule for pages, files and tables. `null` if it is within
 * `NEAR_SECONDS`.
 */
export function distanceFrom(time: UnixSeconds, publishTime: UnixSeconds): TimeDistance | null {
  const seconds = Math.abs(publishTime - time);
  if (seconds <= NEAR_SECONDS) return null;
  return { when: publishTime < time ? 'early' : 'late', seconds };
}
