import type { UnixSeconds } from '../../base/units.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Level {
  /** Greatest age in seconds. */
  readonly upTo: number;
  /** Keeps one record per this many seconds, as many as a chart shows. */
  readonly every: number;
}

const LEVELS: readonly Level[] = [
  { upTo: 2 * HOUR, every: MINUTE },
  { upTo: DAY + HOUR, every: 10 * MINUTE },
  { upTo: 8 * DAY, every: HOUR },
  // A year, plus a week for the chart's weekly grid.
  { upTo: 373 * DAY, every: DAY },
];

export const THINNED_FROM_SECONDS = LEVELS[0]?.upTo ?? 0;

/**
 * Times of records that are too dense for their age. Each interval keeps its first record, because
 * requested times are at the start of intervals.
 * @param times ascending
 * @param gaps times without a price, dropped first
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
 * The first and last day with a record to drop.
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
