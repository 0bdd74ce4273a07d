import type { CandleSeries } from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { absoluteDecimal, compareDecimals, subtractDecimals } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import type { PastPrice } from './past-price.ts';
import { LONGEST_CLOSURE_SECONDS } from './place-in-time.ts';

/**
 * A quarter of the price. Ratios are no closed list, so none is named, and smaller ones, such as 6:5,
 * 11:10 and a spin-off of 1281:1000, pass for moves of the market.
 */
const FAR = 4n;

interface Covered extends CandleSeries {
  /** Until when the candles are complete. */
  readonly to: UnixSeconds;
}

/**
 * Whether a history service has changed the prices of a time, as it does before a split or a
 * spin-off: its candle of that time is far from the signed price. `null`: no candle is of that time.
 *
 * @param step length of a candle, which has a time of day
 */
export function isBeforeSplit(past: PastPrice, series: Covered, step: number): boolean | null {
  const price = past.gap === undefined ? toDecimal(past.price, past.expo) : null;
  const candle = series.candles.findLast(({ start }) => start <= past.time);
  if (!price || !candle) return null;
  // The last candle of a session ends with its close, and counts until the next session.
  const counts = past.time <= series.to ? Math.max(step, LONGEST_CLOSURE_SECONDS) : step;
  if (past.time > candle.start + counts) return null;
  const { expo } = series;
  const [low, high] = [candle.low, candle.high].map((mantissa) => ({ mantissa, expo }));
  return low && high ? isFarFromRange(price, { low, high }) : null;
}

export function isFarFromRange(
  price: Decimal,
  { low, high }: Readonly<Record<'low' | 'high', Decimal>>,
): boolean {
  if (compareDecimals(price, low) < 0) return isFar(price, low);
  return compareDecimals(price, high) > 0 && isFar(price, high);
}

/**
 * Whether a move is large enough to be a split.
 *
 * @param most divisor of the price; a move up to that share is not
 */
export function isFar(from: Decimal, to: Decimal, most = FAR): boolean {
  const { mantissa, expo } = absoluteDecimal(subtractDecimals(to, from));
  return compareDecimals({ mantissa: most * mantissa, expo }, absoluteDecimal(from)) > 0;
}
