import { toNumber, type Decimal } from '../prices/decimal.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { HOUR_SECONDS, SPARKLINE_HOURS } from './time-grid.ts';
import type { CandleLine } from './candle-line.ts';
import type { Spark } from './spark.ts';

/** Fewer prices do not make a line, because it would look like a quiet market. */
export const FEWEST_POINTS = 12;
/** A session of six hours and a half has six or seven hourly prices. */
const FEWEST_OF_SESSION = 6;

// A price that hardly moves is drawn as a nearly flat line.
const MIN_SPAN = 0.002;

export interface SparkPath {
  /** The `d` of an SVG path. */
  path: string;
  /** Where the change starts, in pixels from the top. */
  startY: number;
  /** From the level at `startY` to the last point. */
  direction: 'up' | 'down' | 'flat';
}

interface SparkEnds {
  latest: Decimal | null;
  /**
   * Where the change beside the line starts, so that line and change agree; `null`: at the first
   * point.
   */
  reference: { readonly from: Decimal; readonly time: UnixSeconds } | null;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  /** Hours with a price, or candles, since the first point. */
  at: number;
  /** In units of the spark. */
  value: number;
}

/**
 * A sparkline in whole pixels: the reference, hourly prices, then the latest. A straight line
 * bridges hours that are not known yet. Hours without a price, as of a closed market, have no width,
 * as in a line of candles. `null` with too few prices.
 */
export function sparkPath(spark: Spark, ends: SparkEnds, size: Size): SparkPath | null {
  const points = pointsOf(spark, ends);
  const [first] = points;
  if (!first || points.length < fewestPoints(spark)) return null;
  const start = ends.reference ? first.at : 0;
  const end = placeOf(spark, SPARKLINE_HOURS + (ends.latest ? 1 : 0));
  return drawPath(points, { start, end }, size);
}

/** Half of the hours with trading, including the ends of the line. */
export function fewestPoints(spark: Spark): number {
  const half = Math.min(FEWEST_POINTS, placeOf(spark, SPARKLINE_HOURS) / 2);
  return Math.max(FEWEST_OF_SESSION, half);
}

/** The range of the line includes the reference. */
export function candlePath(
  { points, expo }: CandleLine,
  { latest, reference }: SparkEnds,
  size: Size,
): SparkPath {
  const valueOf = valueIn(expo);
  const drawn = points.map((point, at) => ({ at, value: Number(point) }));
  if (latest) drawn.push({ at: points.length, value: valueOf(latest) });
  const level = reference ? valueOf(reference.from) : undefined;
  return drawPath(drawn, { start: 0, end: drawn.length - 1 }, size, level);
}

function drawPath(
  points: readonly Point[],
  { start, end }: { start: number; end: number },
  { width, height }: Size,
  level = points[0]?.value ?? 0,
): SparkPath {
  const values = [...points.map(({ value }) => value), level];
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = Math.max(top - bottom, MIN_SPAN * Math.max(Math.abs(top), Math.abs(bottom)));
  const middle = (top + bottom) / 2;
  const yOf = (value: number): number =>
    Math.round(span === 0 ? height / 2 : height / 2 - ((value - middle) / span) * height);
  const pixels = points.map(
    ({ at, value }) => `${Math.round(((at - start) / (end - start)) * width)} ${yOf(value)}`,
  );
  return {
    path: `M${pixels.join('L')}`,
    startY: yOf(level),
    direction: directionOf((points.at(-1)?.value ?? level) - level),
  };
}

/** In units of 10^`expo`. */
function valueIn(unit: number): (price: Decimal) => number {
  return ({ mantissa, expo }) => toNumber({ mantissa, expo: expo - unit });
}

function pointsOf(spark: Spark, { latest, reference }: SparkEnds): Point[] {
  const valueOf = valueIn(spark.expo);
  const points: Point[] = [];
  if (reference) {
    const at = reference.time / HOUR_SECONDS - spark.firstHour;
    points.push({ at, value: valueOf(reference.from) });
  }
  const start = points[0]?.at ?? -1;
  spark.points.forEach((point, at) => {
    const isKnown = point !== null && point !== undefined;
    if (isKnown && at > start) points.push({ at, value: Number(point) });
  });
  if (latest) points.push({ at: SPARKLINE_HOURS + 1, value: valueOf(latest) });
  return points.map(({ at, value }) => ({ at: placeOf(spark, at), value }));
}

/** An hour's place among those that have a price or are not known yet. */
function placeOf({ points }: Spark, hour: number): number {
  return (
    hour - points.slice(0, Math.max(0, Math.ceil(hour))).filter((each) => each === null).length
  );
}

function directionOf(difference: number): SparkPath['direction'] {
  if (difference === 0) return 'flat';
  return difference > 0 ? 'up' : 'down';
}
