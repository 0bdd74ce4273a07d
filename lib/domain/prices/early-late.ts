import type { UnixSeconds } from '../../base/units.ts';

/** A service answers with the first price after a time, so up to this much is as asked for. */
export const NEAR_SECONDS = 60;

/** How a price that is not of the time asked for differs from it. */
export interface Distance {
  when: 'early' | 'late';
  seconds: number;
}

/**
 * By how much a price is early or late: the one rule for pages, files and tables that show prices of
 * a chosen time. `null`: it is of that time, within `NEAR_SECONDS`.
 */
export function distanceFrom(time: UnixSeconds, publishTime: UnixSeconds): Distance | null {
  const seconds = Math.abs(publishTime - time);
  if (seconds <= NEAR_SECONDS) return null;
  return { when: publishTime < time ? 'early' : 'late', seconds };
}
