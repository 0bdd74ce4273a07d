import { toNumber, type Decimal } from '../prices/decimal.ts';
import { SPARKLINE_HOURS } from './moments.ts';
import type { Spark } from './spark.ts';

// A shorter line, as it is while the hours are still being asked for, would pass for the day's.
const LATEST_START = SPARKLINE_HOURS / 2;

// A price that hardly moves is drawn as one that hardly moves.
const LEAST_SPAN = 0.002;

export interface SparkPath {
  /** The `d` of an SVG path. */
  path: string;
  /** Where the price went over the line's length. */
  way: 'up' | 'down' | 'flat';
}

/**
 * A sparkline of whole pixels: the hours' prices and, at its end, the latest one. Hours without a
 * price are bridged. `null` where there are not two prices to connect, or none of the first half.
 */
export function sparkPath(
  spark: Spark,
  latest: Decimal | null,
  { width, height }: { width: number; height: number },
): SparkPath | null {
  const places: Array<{ at: number; value: number }> = [];
  spark.points.forEach((point, at) => {
    if (point !== null && point !== undefined) places.push({ at, value: Number(point) });
  });
  if (latest) {
    const { mantissa, expo } = latest;
    const value = toNumber({ mantissa, expo: expo - spark.expo });
    places.push({ at: SPARKLINE_HOURS + 1, value });
  }
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last || places.length < 2 || first.at > LATEST_START) return null;

  const values = places.map(({ value }) => value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = Math.max(top - bottom, LEAST_SPAN * Math.max(Math.abs(top), Math.abs(bottom)));
  const middle = (top + bottom) / 2;
  const end = latest ? SPARKLINE_HOURS + 1 : SPARKLINE_HOURS;
  const pixels = places.map(({ at, value }) => {
    const x = Math.round((at / end) * width);
    const y = span === 0 ? height / 2 : height / 2 - ((value - middle) / span) * height;
    return `${x} ${Math.round(y)}`;
  });
  return { path: `M${pixels.join('L')}`, way: wayOf(last.value - first.value) };
}

function wayOf(difference: number): SparkPath['way'] {
  if (difference === 0) return 'flat';
  return difference > 0 ? 'up' : 'down';
}
