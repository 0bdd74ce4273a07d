import type { UnixSeconds } from '../units.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Up to each age (seconds), keep one record per interval: as many as a chart of that length shows.
const LEVELS: ReadonlyArray<{ upTo: number; every: number }> = [
  { upTo: 2 * HOUR, every: MINUTE },
  { upTo: DAY + HOUR, every: 10 * MINUTE },
  { upTo: 8 * DAY, every: HOUR },
];

/** Age in seconds from which records are thinned. */
export const THINNED_FROM_SECONDS = LEVELS[0]?.upTo ?? 0;

/**
 * The times of one feed's records that are too dense for their age. The first record of each
 * interval stays, because that is where the requested times lie.
 *
 * @param times ascending
 */
export function timesToDrop(times: readonly UnixSeconds[], nowSeconds: UnixSeconds): UnixSeconds[] {
  let last = '';
  return times.filter((time) => {
    const every = LEVELS.find(({ upTo }) => nowSeconds - time <= upTo)?.every;
    if (every === undefined) return true;
    const interval = `${every}:${Math.floor(time / every)}`;
    if (interval === last) return true;
    last = interval;
    return false;
  });
}
