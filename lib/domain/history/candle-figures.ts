import type { Decimal } from '../prices/decimal.ts';
import {
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

/** The highest and the lowest price of candles, which are not signed. */
export interface HighLow {
  readonly high: Decimal;
  readonly low: Decimal;
}

/** The high and the low of the candles that start in a range, both inclusive; `null`: there are none. */
export function highLow(
  { expo, candles }: CandleSeries,
  from: UnixSeconds,
  to: UnixSeconds,
): HighLow | null {
  let high: bigint | null = null;
  let low: bigint | null = null;
  for (const candle of candles) {
    if (candle.start < from || candle.start > to) continue;
    if (high === null || candle.high > high) high = candle.high;
    if (low === null || candle.low < low) low = candle.low;
  }
  if (high === null || low === null) return null;
  return { high: { mantissa: high, expo }, low: { mantissa: low, expo } };
}

/**
 * The price at a time by candles of less than a day, such as at a market's close: the close of the
 * last candle that ended by then. Bars of extended hours do not count, even if the service has them.
 * `null` if that candle ended before `notBefore`, or if there is none.
 */
export function candlePriceAt(
  { expo, candles }: CandleSeries,
  resolution: Resolution,
  { time, notBefore }: { time: UnixSeconds; notBefore: UnixSeconds },
): Decimal | null {
  const length = resolutionSeconds(resolution);
  const candle = candles.findLast(({ start }) => start + length <= time);
  if (!candle || candle.start + length < notBefore) return null;
  return { mantissa: candle.close, expo };
}
