import type { Decimal } from '../prices/decimal.ts';
import type { CandleSeries } from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

interface HighLow {
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
