import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { When } from '../../base/days.ts';
import type { UnixSeconds } from '../../base/units.ts';
import type { ChangeOrigin, NoChange } from './change.ts';

export interface HighLow {
  readonly high: Decimal;
  readonly low: Decimal;
}

/** A price on the line of a chart. A candle's point has the candle's high and low. */
export interface PeriodPoint extends HighLow, When {
  readonly price: Decimal;
}

interface PeriodOptions {
  /**
   * The price from which the change over the period starts, as in the list, or why it is missing.
   */
  origin: ChangeOrigin | { readonly none: NoChange };
  /** All known prices of the feed, oldest first, including those before the period. */
  points: readonly PeriodPoint[];
  /** When the period begins. */
  begins: When;
  /** How far from `begins` a point may be to count as the price at the beginning. */
  tolerance: { readonly before: number; readonly after: number };
  /** The latest price; `null` if no price counts. */
  latest: Decimal | null;
  /** Whether prices of the time are missing, such as those before the first candle. */
  isMissing?: (from: UnixSeconds, until: UnixSeconds) => boolean;
  /** Whether the change may start at the first price if earlier ones are missing. */
  mayStartLate?: boolean;
  /** From candles of other lengths. */
  candleRange?: HighLow | null | undefined;
  /** Makes times and days comparable: days have no time of day. */
  timeOf?: (when: When) => UnixSeconds;
}

/** The values that a period's change, line and figures share. */
export interface Period {
  /** Where the change, the line and the dotted line start; `null` if unknown. */
  readonly start: ChangeOrigin | null;
  /** Why `start` is missing. */
  readonly none: NoChange | null;
  /** Where the chart begins: at `start`, unless that is unknown or late. */
  readonly since: When;
  /** The first known price, if earlier ones of the period are missing. */
  readonly pricesSince: When | null;
  /** Whether the change starts at that price. */
  readonly isLate: boolean;
  /** High and low since then, including the start and the latest price; `null` without prices. */
  readonly range: HighLow | null;
}

/**
 * The one rule for where a period starts: at the price from which its change in the list starts, or
 * while that price is unknown, at the point nearest to its beginning. The line, the dotted line,
 * the high and the low begin there, so the change is always the shown price minus the start. If
 * earlier prices are missing, they all state since when prices are known.
 */
export function periodOf(options: PeriodOptions): Period {
  const { origin, points, begins, latest, timeOf = ({ time }) => time } = options;
  const beginning = timeOf(begins);
  const first = points.find((point) => timeOf(point) >= beginning);
  const isPart = first !== undefined && options.isMissing?.(begins.time, timeOf(first)) === true;
  const there = origin.none === 'waiting' ? nearest(options, beginning) : undefined;
  const isLate = isPart && !there && origin.none === 'waiting' && options.mayStartLate === true;
  const start = origin.none === undefined ? origin : originAt(isLate ? first : there);
  const since = start && !isLate ? whenOf(start) : begins;
  const prices = [start?.from, latest].filter((price) => price !== undefined && price !== null);
  const range = rangeOf([
    ...points.filter((point) => timeOf(point) >= timeOf(since)),
    ...prices.map((price) => ({ high: price, low: price })),
    ...(options.candleRange ? [options.candleRange] : []),
  ]);
  return {
    start,
    none: start ? null : (origin.none ?? null),
    since,
    pricesSince: isPart && !there ? whenOf(first) : null,
    isLate: isLate && start !== null,
    range,
  };
}

function originAt(point: PeriodPoint | undefined): ChangeOrigin | null {
  return point && point.price.mantissa !== 0n ? { from: point.price, ...whenOf(point) } : null;
}

/** Without what else a point has. */
function whenOf({ time, isDay }: When): When {
  return isDay ? { time, isDay } : { time };
}

/** The point nearest to the beginning, if it may count as the price there. */
function nearest(
  { points, tolerance: { before, after }, timeOf = ({ time }) => time }: PeriodOptions,
  beginning: UnixSeconds,
): PeriodPoint | undefined {
  const distance = (point: PeriodPoint): number => timeOf(point) - beginning;
  return points
    .filter((point) => distance(point) >= -before && distance(point) <= after)
    .toSorted((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)))[0];
}

/** `null` without points. */
export function rangeOf(points: readonly HighLow[]): HighLow | null {
  const [first] = points;
  if (!first) return null;
  let { high, low } = first;
  for (const point of points) {
    if (compareDecimals(point.high, high) > 0) ({ high } = point);
    if (compareDecimals(point.low, low) < 0) ({ low } = point);
  }
  return { high, low };
}
