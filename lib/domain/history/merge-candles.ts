import type { Candle, CandleSeries } from '../../history-service/index.ts';
import type { UnixSeconds } from '../../base/units.ts';

/**
 * Merges candles of one feed and resolution. A fetched candle replaces a known one, unless only the
 * known one is final. All candles except the last one become final.
 */
export function mergeCandles(known: CandleSeries, fetched: CandleSeries): CandleSeries {
  const expo = Math.min(known.expo, fetched.expo);
  const byStart = new Map<UnixSeconds, Candle>();
  for (const candle of rescaled(known, expo)) byStart.set(candle.start, candle);
  for (const candle of rescaled(fetched, expo)) {
    const other = byStart.get(candle.start);
    if (candle.isFinal || !other?.isFinal) byStart.set(candle.start, candle);
  }
  const candles = [...byStart.values()].toSorted((a, b) => a.start - b.start);
  return {
    expo,
    candles: candles.map((candle, index) =>
      candle.isFinal || index === candles.length - 1 ? candle : { ...candle, isFinal: true },
    ),
  };
}

function rescaled({ expo, candles }: CandleSeries, target: number): readonly Candle[] {
  if (expo === target) return candles;
  const factor = 10n ** BigInt(expo - target);
  return candles.map(({ start, open, high, low, close, isFinal }) => ({
    start,
    open: open * factor,
    high: high * factor,
    low: low * factor,
    close: close * factor,
    isFinal,
  }));
}
