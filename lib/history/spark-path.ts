import { toNumber, type Decimal } from '../prices/decimal.ts';
import { SPARKLINE_HOURS } from './time-grid.ts';
import type { Spark } from './spark.ts';

// While the hours are still being fetched, a line of the last few would look like the whole day.
const LATEST_START = SPARKLINE_HOURS / 2;

// A price that hardly moves is drawn as a nearly flat line.
const MIN_SPAN = 0.002;

export interface SparkPath {
  /** The `d` of an SVG path. */
  path: string;
  /** Direction of the price from the first to the last point. */
  direction: 'up' | 'down' | 'flat';
}

/**
 * A sparkline in whole pixels: the price of each hour, then the latest one. A straight line bridges
 * hours without a price. `null` if there are fewer than two prices, or none in the first half.
 */
export function sparkPath(
  spark: Spark,
  latest: Decimal | null,
  { width, height }: { width: number; height: number },
): SparkPath | null {
  const points: Array<{ at: number; value: number }> = [];
  spark.points.forEach((point, at) => {
    if (point !== null && point !== undefined) points.push({ at, value: Number(point) });
  });
  if (latest) {
    const { mantissa, expo } = latest;
    const value = toNumber({ mantissa, expo: expo - spark.expo });
    points.push({ at: SPARKLINE_HOURS + 1, value });
  }
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2 || first.at > LATEST_START) return null;

  const values = points.map(({ value }) => value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = Math.max(top - bottom, MIN_SPAN * Math.max(Math.abs(top), Math.abs(bottom)));
  const middle = (top + bottom) / 2;
  const end = latest ? SPARKLINE_HOURS + 1 : SPARKLINE_HOURS;
  const pixels = points.map(({ at, value }) => {
    const x = Math.round((at / end) * width);
    const y = span === 0 ? height / 2 : height / 2 - ((value - middle) / span) * height;
    return `${x} ${Math.round(y)}`;
  });
  return { path: `M${pixels.join('L')}`, direction: directionOf(last.value - first.value) };
}

function directionOf(difference: number): SparkPath['direction'] {
  if (difference === 0) return 'flat';
  return difference > 0 ? 'up' : 'down';
}
