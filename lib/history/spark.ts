import { magnitude, powerOfTen, roundToExponent } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import { SPARKLINE_HOURS } from './moments.ts';

// More digits than any height in pixels can show, also where a price moved by a hundredth.
const KEPT_DIGITS = 6;

// A figure so far beyond the scale is nonsense; its digits would only fill the storage.
const MAX_DIGITS = 40;

const POINTS = SPARKLINE_HOURS + 1;
const TEXT = /^(\d{1,9}) (-?\d{1,4}) ([\d,-]{24,2000})(?: ([\w-]{1,64}))?$/;
const POINT = /^-?\d+$/;

/** One price an hour, rounded: enough for a line of a few pixels' height. */
export interface Spark {
  /** The hour of the first point, counted from 1970; the others follow hour by hour. */
  readonly firstHour: number;
  /** A point stands for itself × 10^`expo`. */
  readonly expo: number;
  /** `null`: there is no price of that hour; `undefined`: it is not known yet. */
  readonly points: ReadonlyArray<bigint | null | undefined>;
  /** Only prices that were proven under this trust are among them; `null`: any may be. */
  readonly requiredTrust: string | null;
}

/** Moves the window so that it ends with `lastHour`. */
export function endingWith(spark: Spark, lastHour: number): Spark {
  const firstHour = lastHour - SPARKLINE_HOURS;
  const moved = firstHour - spark.firstHour;
  if (moved === 0) return spark;
  const points = Array.from({ length: POINTS }, (_, index) => spark.points[index + moved]);
  return { ...spark, firstHour, points };
}

/** Whether the point of an hour is not known yet. */
export function lacksPoint(spark: Spark | null, hour: number): boolean {
  return spark === null || spark.points[hour - spark.firstHour] === undefined;
}

/** Sets the point of an hour that the window holds. */
export function withPoint(
  spark: Spark,
  hour: number,
  price: Decimal | null,
  lastHour: number,
): Spark {
  const known = endingWith(spark, lastHour);
  // A scale that was chosen before there was any price is chosen anew with the first.
  const expo = price && known.points.every(isUnpriced) ? expoFor(price) : known.expo;
  const points = [...known.points];
  const index = hour - known.firstHour;
  if (index >= 0 && index < POINTS) points[index] = price && mantissaAt(price, expo);
  return { ...known, expo, points };
}

/** In one short text: hundreds of them are read before the popup's first picture. */
export function writeSpark({ firstHour, expo, points, requiredTrust }: Spark): string {
  const trust = requiredTrust === null ? '' : ` ${requiredTrust}`;
  return `${firstHour} ${expo} ${points.map(writePoint).join(',')}${trust}`;
}

/**
 * Reads what `writeSpark` wrote; `null` for anything else, and for one that was made with other
 * requirements: its points may be of prices that do not count now.
 */
export function readSpark(text: string, requiredTrust: string | null): Spark | null {
  const [, firstHour, expo, list, trust = null] = TEXT.exec(text) ?? [];
  if (list === undefined || trust !== requiredTrust) return null;
  const points = list.split(',').slice(0, POINTS).map(readPoint);
  return { firstHour: Number(firstHour), expo: Number(expo), points, requiredTrust };
}

/** One of which nothing is known yet. */
export function emptySpark(lastHour: number, requiredTrust: string | null): Spark {
  return {
    firstHour: lastHour - SPARKLINE_HOURS,
    expo: 0,
    points: Array.from({ length: POINTS }, () => undefined),
    requiredTrust,
  };
}

function isUnpriced(point: bigint | null | undefined): boolean {
  return point === null || point === undefined;
}

function expoFor(price: Decimal): number {
  return Math.max(price.expo, magnitude(price) + 1 - KEPT_DIGITS);
}

function mantissaAt(price: Decimal, expo: number): bigint | null {
  if (magnitude(price) - expo > MAX_DIGITS) return null;
  const rounded = roundToExponent(price, expo);
  return rounded.mantissa * powerOfTen(rounded.expo - expo);
}

function writePoint(point: bigint | null | undefined): string {
  if (point === undefined) return '';
  return point === null ? '-' : String(point);
}

function readPoint(text: string): bigint | null | undefined {
  if (text === '-') return null;
  return POINT.test(text) ? BigInt(text) : undefined;
}
