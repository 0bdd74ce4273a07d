import { magnitude, powerOfTen, roundToExponent } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import { openTimes } from '../prices/market-schedule.ts';
import type { AnySchedule } from '../prices/schedule-grammar.ts';
import { PERIOD_SECONDS } from './time-grid.ts';
import type { CandleSeries } from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

// More digits than the pixels of a line can show, even for a move of 1%.
const SIGNIFICANT_DIGITS = 6;
// As many points as the line has pixels.
const MAX_POINTS = 100;
const MIN_POINTS = 2;

const TEXT = /^(\d{1,12}) (-?\d{1,4}) (-?\d{1,40}(?:,-?\d{1,24}){1,99})$/;

/** The closing prices of a day's candles. Hours without trading have no width. */
export interface CandleLine {
  readonly lastStart: UnixSeconds;
  /** A point's price is the point × 10^`expo`. */
  readonly expo: number;
  readonly points: readonly bigint[];
}

/** `null` if the series is too short or contains an absurd price. */
export function toCandleLine(series: CandleSeries, from: UnixSeconds): CandleLine | null {
  const shown = series.candles.filter(({ start }) => start >= from).slice(-MAX_POINTS);
  const last = shown.at(-1);
  if (!last || shown.length < MIN_POINTS) return null;
  const largest = Math.max(
    ...shown.map(({ close }) => magnitude({ mantissa: close, expo: series.expo })),
  );
  const expo = Math.max(series.expo, largest + 1 - SIGNIFICANT_DIGITS);
  const points = shown.map(({ close }) => {
    const rounded = roundToExponent({ mantissa: close, expo: series.expo }, expo);
    return rounded.mantissa * powerOfTen(rounded.expo - expo);
  });
  return { lastStart: last.start, expo, points };
}

/** Written as one short text, because the popup reads hundreds before its first paint. */
export function writeCandleLine({ lastStart, expo, points }: CandleLine): string {
  const differences = points.map((point, index) => point - (points[index - 1] ?? 0n));
  return `${lastStart} ${expo} ${differences.join(',')}`;
}

export function readCandleLine(text: string): CandleLine | null {
  const [, lastStart, expo, list] = TEXT.exec(text) ?? [];
  if (list === undefined) return null;
  let point = 0n;
  const points = list.split(',').map((difference) => (point += BigInt(difference)));
  return { lastStart: Number(lastStart), expo: Number(expo), points };
}

/**
 * About when a line's prices were published: its points have no times, so they are spread over the
 * market's hours.
 */
export function lineTimes({ lastStart, points }: CandleLine, schedule: AnySchedule): UnixSeconds[] {
  const stretches = openTimes(schedule, lastStart - PERIOD_SECONDS['24h'], lastStart);
  const total = stretches.reduce((sum, { from, until }) => sum + until - from, 0);
  return points.map((_, index) => {
    let left = (total * (index + 1)) / points.length;
    for (const { from, until } of stretches) {
      if (left <= until - from) return Math.round(from + left);
      left -= until - from;
    }
    return lastStart;
  });
}

/** A past price, and about when it was published. */
export type LinePoint = Decimal & { readonly time: UnixSeconds };

/** The price at a share of a line's width. The latest price is at its end, without a point. */
export function pointAt(line: CandleLine, share: number, schedule: AnySchedule): LinePoint | null {
  const { points, expo } = line;
  const index = Math.min(points.length - 1, Math.round(share * points.length));
  const [mantissa, time] = [points[index], lineTimes(line, schedule)[index]];
  return mantissa === undefined || time === undefined ? null : { mantissa, expo, time };
}
