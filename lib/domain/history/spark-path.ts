import { toNumber, type Decimal } from '../prices/decimal.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { HOUR_SECONDS, SPARKLINE_HOURS } from './time-grid.ts';
import type { Spark } from './spark.ts';

// While the hours are still being fetched, a line of the last few would look like the whole day.
const LATEST_START = SPARKLINE_HOURS / 2;

// A price that hardly moves is drawn as a nearly flat line.
const MIN_SPAN = 0.002;

export interface SparkPath {
  /** The `d` of an SVG path. */
  path: string;
  /** Where the line begins, in pixels from the top. */
  startY: number;
  /** Direction of the price from the first to the last point. */
  direction: 'up' | 'down' | 'flat';
}

/** What a sparkline shows besides the price of each hour. */
interface SparkEnds {
  /** The latest price. */
  latest: Decimal | null;
  /**
   * The price that the change beside the line is taken from. The line starts with it, so that both
   * have the same direction.
   */
  reference: { readonly from: Decimal; readonly time: UnixSeconds } | null;
}

interface Point {
  /** Hours since the first hour. */
  at: number;
  /** In units of the spark. */
  value: number;
}

/**
 * A sparkline in whole pixels: the reference, the price of each hour since, then the latest one. A
 * straight line bridges hours without a price. `null` if there are fewer than two prices, or none in
 * the first half.
 */
export function sparkPath(
  spark: Spark,
  { latest, reference }: SparkEnds,
  { width, height }: { width: number; height: number },
): SparkPath | null {
  const points = pointsOf(spark, latest, reference);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2 || first.at > LATEST_START) return null;

  const values = points.map(({ value }) => value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = Math.max(top - bottom, MIN_SPAN * Math.max(Math.abs(top), Math.abs(bottom)));
  const middle = (top + bottom) / 2;
  const start = reference ? first.at : 0;
  const end = latest ? SPARKLINE_HOURS + 1 : SPARKLINE_HOURS;
  const yOf = ({ value }: Point): number =>
    Math.round(span === 0 ? height / 2 : height / 2 - ((value - middle) / span) * height);
  const pixels = points.map((point) => {
    const x = Math.round(((point.at - start) / (end - start)) * width);
    return `${x} ${yOf(point)}`;
  });
  return {
    path: `M${pixels.join('L')}`,
    startY: yOf(first),
    direction: directionOf(last.value - first.value),
  };
}

function pointsOf(
  spark: Spark,
  latest: SparkEnds['latest'],
  reference: SparkEnds['reference'],
): Point[] {
  const valueOf = ({ mantissa, expo }: Decimal): number =>
    toNumber({ mantissa, expo: expo - spark.expo });
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
  return points;
}

function directionOf(difference: number): SparkPath['direction'] {
  if (difference === 0) return 'flat';
  return difference > 0 ? 'up' : 'down';
}
