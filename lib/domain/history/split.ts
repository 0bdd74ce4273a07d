import type { CandleSeries } from '../../history-service/index.ts';
import { absoluteDecimal, compareDecimals, subtractDecimals } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import type { PastPrice } from './past-price.ts';

/** A candle and the signed price of the same time differ by no more than a quarter of the price. */
const SHARE = 4n;

/**
 * Whether a history service has changed the prices of a time, as it does before a split or a
 * spin-off: its candle of that time is far from the signed price. Ratios are no closed list, so none
 * is named.
 *
 * @param step length of a candle, which has a time of day
 */
export function isBeforeSplit(past: PastPrice, series: CandleSeries, step: number): boolean {
  const price = past.gap === undefined ? toDecimal(past.price, past.expo) : null;
  const candle = series.candles.findLast(({ start }) => start <= past.time);
  // The last candle of a session ends with its close.
  if (!price || !candle || past.time > candle.start + step) return false;
  const [low, high] = [candle.low, candle.high].map((mantissa) => ({
    mantissa,
    expo: series.expo,
  }));
  return isFar(price, low, high);
}

function isFar(price: Decimal, low: Decimal | undefined, high: Decimal | undefined): boolean {
  if (!low || !high) return false;
  const nearest = compareDecimals(price, low) < 0 ? low : high;
  const isBetween = compareDecimals(price, low) >= 0 && compareDecimals(price, high) <= 0;
  const { mantissa, expo } = absoluteDecimal(subtractDecimals(price, nearest));
  const distance = { mantissa: SHARE * mantissa, expo };
  return !isBetween && compareDecimals(distance, absoluteDecimal(price)) > 0;
}
