import { compareDecimals } from '../../prices/arithmetic.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { MoveTracker, PricePoint } from '../model/state.ts';
import { pointPrice } from './levels.ts';

const SLICES = 60;

/**
 * The extremes of the last `seconds`. `lows` ascend and `highs` descend. A window stores at most one point per sixtieth of its length,
 * so prices up to a sixtieth after an expired extreme may be missing.
 */
export function extremes(
  { lows, highs }: MoveTracker,
  now: UnixSeconds,
  seconds: number,
): { low: PricePoint; high: PricePoint } | null {
  const low = lows.find(({ time }) => isWithin(time, now, seconds));
  const high = highs.find(({ time }) => isWithin(time, now, seconds));
  return low && high ? { low, high } : null;
}

/** Returns the same tracker if the point changes neither list. */
export function addPoint(tracker: MoveTracker, point: PricePoint, seconds: number): MoveTracker {
  const lows = extend(tracker.lows, point, { seconds, replacingOrder: -1 });
  const highs = extend(tracker.highs, point, { seconds, replacingOrder: 1 });
  return lows === tracker.lows && highs === tracker.highs ? tracker : { ...tracker, lows, highs };
}

/**
 * Adds `point` after removing the last points that it replaces: those that compare as
 * `replacingOrder`, and equal ones in another slice.
 */
function extend(
  points: PricePoint[],
  point: PricePoint,
  { seconds, replacingOrder }: { seconds: number; replacingOrder: -1 | 1 },
): PricePoint[] {
  const remaining = points.filter(({ time }) => isWithin(time, point.time, seconds));
  for (let last = remaining.at(-1); last; last = remaining.at(-1)) {
    const order = compareDecimals(pointPrice(point), pointPrice(last));
    const isReplaced =
      order === replacingOrder || (order === 0 && !isSameSlice(last, point, seconds));
    if (!isReplaced) break;
    remaining.pop();
  }
  const last = remaining.at(-1);
  if (!last || !isSameSlice(last, point, seconds)) return [...remaining, point];
  return remaining.length === points.length ? points : remaining;
}

/** Times after `now` come from invalid prices dated in the future. */
function isWithin(time: UnixSeconds, now: UnixSeconds, seconds: number): boolean {
  return time <= now && now - time <= seconds;
}

function isSameSlice(a: PricePoint, b: PricePoint, seconds: number): boolean {
  const length = Math.ceil(seconds / SLICES);
  return Math.floor(a.time / length) === Math.floor(b.time / length);
}
