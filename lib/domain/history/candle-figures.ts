import type { Decimal } from '../prices/decimal.ts';
import {
  resolutionSeconds,
  type CandleSeries,
  type Resolution,
} from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

export interface HighLow {
  readonly high: Decimal;
  readonly low: Decimal;
}

/** Of candles that start in a range, both ends inclusive. */
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
 * The close of the last candle, shorter than a day, that ended by a time but not before
 * `notBefore`. Bars of extended hours do not count.
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
