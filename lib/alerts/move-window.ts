import { compareDecimals } from '../prices/arithmetic.ts';
import { figure } from './beyond.ts';
import type { Point, Slice } from './state.ts';

const SLICES = 60;

/** The lowest and the highest price of a window, oldest time first where they are equal. */
export interface Extremes {
  readonly low: Point;
  readonly high: Point;
}

/**
 * The extremes among the prices of the last `seconds` before `now` (unix seconds). A price that is
 * older never counts. Of a slice only its extremes are known: as they leave the window, up to a
 * sixtieth of it is forgotten early.
 */
export function extremes(slices: readonly Slice[], now: number, seconds: number): Extremes | null {
  const points = slices
    .flatMap(({ low, high }) => [low, high])
    .filter(({ time }) => now - time <= seconds);
  const [first] = points;
  if (!first) return null;
  return {
    low: points.reduce((low, point) => (isLower(point, low) ? point : low), first),
    high: points.reduce((high, point) => (isLower(high, point) ? point : high), first),
  };
}

/** The slices with one more point, without those that lie wholly before the window. */
export function addPoint(slices: readonly Slice[], point: Point, seconds: number): Slice[] {
  const kept = slices.filter(
    ({ low, high }) => point.time - Math.max(low.time, high.time) <= seconds,
  );
  const last = kept.at(-1);
  if (!last || sliceNumber(last.low, seconds) !== sliceNumber(point, seconds)) {
    return [...kept, { low: point, high: point }];
  }
  const widened = widen(last, point);
  if (widened !== last) return [...kept.slice(0, -1), widened];
  return kept;
}

function widen(slice: Slice, point: Point): Slice {
  // An equal price replaces the older one: it stays in the window for longer.
  if (!isLower(slice.low, point)) return { ...slice, low: point, high: higher(slice.high, point) };
  return isLower(point, slice.high) ? slice : { ...slice, high: point };
}

function higher(a: Point, b: Point): Point {
  return isLower(b, a) ? a : b;
}

function sliceNumber({ time }: Point, seconds: number): number {
  return Math.floor(time / Math.ceil(seconds / SLICES));
}

function isLower(a: Point, b: Point): boolean {
  return compareDecimals(figure(a.price), figure(b.price)) < 0;
}
