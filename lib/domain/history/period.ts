import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { UnixSeconds } from '../../base/units.ts';
import type { ChangeOrigin, NoChange } from './change.ts';

interface HighLow {
  readonly high: Decimal;
  readonly low: Decimal;
}

/** A price on the line of a chart. A candle's point has the candle's high and low. */
export interface PeriodPoint extends HighLow {
  readonly time: UnixSeconds;
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
  begins: UnixSeconds;
  /** How far from `begins` a point may be to count as the price at the beginning. */
  tolerance: { readonly before: number; readonly after: number };
  /** The latest price; `null` if no price counts. */
  latest: Decimal | null;
}

/** The values that a period's change, line and figures share. */
export interface Period {
  /** Where the change, the line and the dotted line start; `null` if unknown. */
  readonly start: ChangeOrigin | null;
  /** Why `start` is missing. */
  readonly none: NoChange | null;
  /** Where the line begins: at the start, if known. */
  readonly since: UnixSeconds;
  /** High and low since then, including the start and the latest price; `null` without prices. */
  readonly range: HighLow | null;
}

/**
 * The one rule for where a period starts: at the price from which its change in the list starts, or
 * while that price is unknown, at the point nearest to its beginning. The line, the dotted line,
 * the high and the low begin there, so the change is always the shown price minus the start.
 */
export function periodOf({ origin, points, begins, tolerance, latest }: PeriodOptions): Period {
  const nearest =
    origin.none === 'waiting'
      ? nearestTo(
          begins,
          points.filter(
            ({ time }) => time >= begins - tolerance.before && time <= begins + tolerance.after,
          ),
        )
      : undefined;
  const start = origin.none === undefined ? origin : originAt(nearest);
  const since = start?.time ?? begins;
  const prices = [start?.from, latest].filter((price) => price !== undefined && price !== null);
  const range = rangeOf([
    ...points.filter(({ time }) => time >= since),
    ...prices.map((price) => ({ high: price, low: price })),
  ]);
  return { start, none: start ? null : (origin.none ?? null), since, range };
}

function originAt(point: PeriodPoint | undefined): ChangeOrigin | null {
  return point && point.price.mantissa !== 0n ? { from: point.price, time: point.time } : null;
}

function nearestTo(at: UnixSeconds, points: readonly PeriodPoint[]): PeriodPoint | undefined {
  return points.toSorted((a, b) => Math.abs(a.time - at) - Math.abs(b.time - at))[0];
}

function rangeOf(points: readonly HighLow[]): HighLow | null {
  const [first] = points;
  if (!first) return null;
  let { high, low } = first;
  for (const point of points) {
    if (compareDecimals(point.high, high) > 0) ({ high } = point);
    if (compareDecimals(point.low, low) < 0) ({ low } = point);
  }
  return { high, low };
}
