import type { UnixSeconds } from '../../base/units.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Level {
  /** The greatest age in seconds. */
  readonly upTo: number;
  /** Seconds of which one record is kept: as many as a chart of that length shows. */
  readonly every: number;
}

const LEVELS: readonly Level[] = [
  { upTo: 2 * HOUR, every: MINUTE },
  { upTo: DAY + HOUR, every: 10 * MINUTE },
  { upTo: 8 * DAY, every: HOUR },
  // A year, and a week for the first point of the chart's weekly grid.
  { upTo: 373 * DAY, every: DAY },
];

/** Age in seconds from which records are thinned. */
export const THINNED_FROM_SECONDS = LEVELS[0]?.upTo ?? 0;

/**
 * The times of one feed's records that are too dense for their age. The first record of each
 * interval stays, because that is where the requested times lie.
 *
 * @param times ascending
 * @param gaps those without a price: another record of the interval stays instead, if there is one
 */
export function timesToDrop(
  times: readonly UnixSeconds[],
  nowSeconds: UnixSeconds,
  gaps: ReadonlySet<UnixSeconds> = new Set(),
): UnixSeconds[] {
  const kept = new Map<string, UnixSeconds>();
  for (const time of times) {
    const level = levelAt(time, nowSeconds);
    if (!level) continue;
    const interval = `${level.every}:${Math.floor(time / level.every)}`;
    const before = kept.get(interval);
    if (before === undefined || (gaps.has(before) && !gaps.has(time))) kept.set(interval, time);
  }
  const stays = new Set(kept.values());
  return times.filter((time) => !stays.has(time));
}

/**
 * The span of days from the first to the last one of which a record must go; `null` if there is
 * none. Which one stays depends on which are gaps.
 *
 * @param times ascending
 */
export function crowdedDays(
  times: readonly UnixSeconds[],
  nowSeconds: UnixSeconds,
): [from: UnixSeconds, to: UnixSeconds] | null {
  const crowded = timesToDrop(times, nowSeconds).filter(
    (time) => levelAt(time, nowSeconds)?.every === DAY,
  );
  const [first] = crowded;
  const last = crowded.at(-1);
  if (first === undefined || last === undefined) return null;
  return [Math.floor(first / DAY) * DAY, last];
}

function levelAt(time: UnixSeconds, nowSeconds: UnixSeconds): Level | undefined {
  return LEVELS.find(({ upTo }) => nowSeconds - time <= upTo);
}
