import { magnitude, powerOfTen, roundToExponent } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import { SPARKLINE_HOURS } from './time-grid.ts';

// More digits than the pixels of a line can show, even for a move of 1%.
const SIGNIFICANT_DIGITS = 6;

// A longer price cannot be genuine.
const MAX_DIGITS = 40;

const POINTS = SPARKLINE_HOURS + 1;
const TEXT = /^(\d{1,9}) (-?\d{1,4}) ([\d,-]{24,2000})(?: ([\w-]{1,64}))?$/;
const POINT = /^-?\d+$/;

/** One rounded price per hour. */
export interface Spark {
  /** Counted in hours since 1970; each point is an hour later. */
  readonly firstHour: number;
  /** A point's price is the point × 10^`expo`. */
  readonly expo: number;
  /** `null`: no price for that hour. `undefined`: not known yet. */
  readonly points: ReadonlyArray<bigint | null | undefined>;
  /** `null`: unverified prices count too. */
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

export function lacksPoint(spark: Spark | null, hour: number): boolean {
  return spark === null || spark.points[hour - spark.firstHour] === undefined;
}

/** Sets a point only if its hour is in the window. */
export function withPoint(
  spark: Spark,
  hour: number,
  price: Decimal | null,
  lastHour: number,
): Spark {
  const known = endingWith(spark, lastHour);
  // The first price determines the scale.
  const expo = price && known.points.every(hasNoPrice) ? expoFor(price) : known.expo;
  const points = [...known.points];
  const index = hour - known.firstHour;
  if (index >= 0 && index < POINTS) points[index] = price && mantissaAt(price, expo);
  return { ...known, expo, points };
}

/** Written as one short text, because the popup reads hundreds before its first paint. */
export function writeSpark({ firstHour, expo, points, requiredTrust }: Spark): string {
  const trust = requiredTrust === null ? '' : ` ${requiredTrust}`;
  return `${firstHour} ${expo} ${points.map(writePoint).join(',')}${trust}`;
}

/** `null` for any other text, or for another required trust. */
export function readSpark(text: string, requiredTrust: string | null): Spark | null {
  const [, firstHour, expo, list, trust = null] = TEXT.exec(text) ?? [];
  if (list === undefined || trust !== requiredTrust) return null;
  const points = list.split(',').slice(0, POINTS).map(readPoint);
  return { firstHour: Number(firstHour), expo: Number(expo), points, requiredTrust };
}

export function emptySpark(lastHour: number, requiredTrust: string | null): Spark {
  return {
    firstHour: lastHour - SPARKLINE_HOURS,
    expo: 0,
    points: Array.from({ length: POINTS }, () => undefined),
    requiredTrust,
  };
}

function hasNoPrice(point: bigint | null | undefined): boolean {
  return point === null || point === undefined;
}

function expoFor(price: Decimal): number {
  return Math.max(price.expo, magnitude(price) + 1 - SIGNIFICANT_DIGITS);
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
