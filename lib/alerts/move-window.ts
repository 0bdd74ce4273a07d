import { compareDecimals } from '../prices/arithmetic.ts';
import { pointPrice } from './beyond.ts';
import type { MoveTracker, Point } from './state.ts';

const SLICES = 60;

/** The lowest and the highest price that a move may start from. */
export interface Extremes {
  readonly low: Point;
  readonly high: Point;
}

/**
 * The prices of a window that are or can still become its extremes, oldest first: each of `lows` is
 * higher than the one before it, each of `highs` lower.
 */
export type Window = MoveTracker['window'];

/**
 * The extremes of the last `seconds` before `now` (unix seconds); a price that is older never
 * counts. A window keeps at most one point of each sixtieth, so as an extreme leaves it, what came
 * up to a sixtieth later may be forgotten with it.
 */
export function extremes({ lows, highs }: Window, now: number, seconds: number): Extremes | null {
  const low = lows.find(({ time }) => isWithin(time, now, seconds));
  const high = highs.find(({ time }) => isWithin(time, now, seconds));
  return low && high ? { low, high } : null;
}

/** The window with one more point; the same lists where it says nothing new. */
export function addPoint(window: Window, point: Point, seconds: number): Window {
  const lows = extend(window.lows, point, { seconds, outdoes: -1 });
  const highs = extend(window.highs, point, { seconds, outdoes: 1 });
  return lows === window.lows && highs === window.highs ? window : { lows, highs };
}

function extend(
  points: Point[],
  point: Point,
  { seconds, outdoes }: { seconds: number; outdoes: -1 | 1 },
): Point[] {
  const kept = points.filter(({ time }) => isWithin(time, point.time, seconds));
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    const order = compareDecimals(pointPrice(point), pointPrice(last));
    const isOutdone = order === outdoes || (order === 0 && !isSameSlice(last, point, seconds));
    if (!isOutdone) break;
    kept.pop();
  }
  const last = kept.at(-1);
  if (!last || !isSameSlice(last, point, seconds)) return [...kept, point];
  return kept.length === points.length ? points : kept;
}

/** A time after `now` is one that a nonsense price from the future left. */
function isWithin(time: number, now: number, seconds: number): boolean {
  return time <= now && now - time <= seconds;
}

function isSameSlice(a: Point, b: Point, seconds: number): boolean {
  const length = Math.ceil(seconds / SLICES);
  return Math.floor(a.time / length) === Math.floor(b.time / length);
}
