import { compareDecimals } from '../../prices/arithmetic.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { MoveTracker, Point } from '../model/state.ts';
import { pointPrice } from './levels.ts';

const SLICES = 60;

export interface Extremes {
  readonly low: Point;
  readonly high: Point;
}

/** Prices that are or can become extremes, oldest first. `lows` ascend and `highs` descend. */
export type Window = MoveTracker['window'];

/**
 * The extremes of the last `seconds`. A window stores at most one point per sixtieth of its length,
 * so prices up to a sixtieth after an expired extreme may be missing.
 */
export function extremes(
  { lows, highs }: Window,
  now: UnixSeconds,
  seconds: number,
): Extremes | null {
  const low = lows.find(({ time }) => isWithin(time, now, seconds));
  const high = highs.find(({ time }) => isWithin(time, now, seconds));
  return low && high ? { low, high } : null;
}

/** Returns the same lists if the point changes neither. */
export function addPoint(window: Window, point: Point, seconds: number): Window {
  const lows = extend(window.lows, point, { seconds, replacingOrder: -1 });
  const highs = extend(window.highs, point, { seconds, replacingOrder: 1 });
  return lows === window.lows && highs === window.highs ? window : { lows, highs };
}

/**
 * Adds `point` after removing the last points that it replaces: those that compare as
 * `replacingOrder`, and equal ones in another slice.
 */
function extend(
  points: Point[],
  point: Point,
  { seconds, replacingOrder }: { seconds: number; replacingOrder: -1 | 1 },
): Point[] {
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

/** How long after an expired extreme prices may be missing from the window, in seconds. */
export function windowSlack(seconds: number): number {
  return Math.ceil(seconds / SLICES);
}

function isSameSlice(a: Point, b: Point, seconds: number): boolean {
  const length = windowSlack(seconds);
  return Math.floor(a.time / length) === Math.floor(b.time / length);
}
