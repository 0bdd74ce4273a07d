import type { UnixSeconds } from '../../base/units.ts';

/** A service returns the first price after a time, so this much is as requested. */
const NEAR_SECONDS = 60;

export interface Distance {
  when: 'early' | 'late';
  seconds: number;
}

/**
 * By how much a price is early or late: the one rule for pages, files and tables. `null`: within
 * `NEAR_SECONDS`.
 */
export function distanceFrom(time: UnixSeconds, publishTime: UnixSeconds): Distance | null {
  const seconds = Math.abs(publishTime - time);
  if (seconds <= NEAR_SECONDS) return null;
  return { when: publishTime < time ? 'early' : 'late', seconds };
}
