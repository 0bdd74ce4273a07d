const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Up to an age, one record in so much time stays: what a chart of that length can show.
const LEVELS: ReadonlyArray<{ upTo: number; every: number }> = [
  { upTo: 2 * HOUR, every: MINUTE },
  { upTo: DAY + HOUR, every: 10 * MINUTE },
  { upTo: 8 * DAY, every: HOUR },
];

/** The age in seconds from which records are thinned at all. */
export const THINNED_FROM_SECONDS = LEVELS[0]?.upTo ?? 0;

/**
 * Which of one feed's records are too many for their age: of each stretch the first stays, which is
 * where the moments lie that the service was asked for.
 *
 * @param times unix seconds, ascending
 */
export function timesToDrop(times: readonly number[], nowSeconds: number): number[] {
  let kept = '';
  return times.filter((time) => {
    const every = LEVELS.find(({ upTo }) => nowSeconds - time <= upTo)?.every;
    if (every === undefined) return true;
    const stretch = `${every}:${Math.floor(time / every)}`;
    if (stretch === kept) return true;
    kept = stretch;
    return false;
  });
}
