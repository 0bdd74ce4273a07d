import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCandles } from '@/lib/domain/history/merge-candles.ts';
import type { Candle, CandleSeries } from '@/lib/history-service/index.ts';

const EMPTY: CandleSeries = { expo: 0, candles: [] };

function candle(start: number, figure: bigint, isFinal = true): Candle {
  return { start, open: figure, high: figure + 2n, low: figure - 1n, close: figure + 1n, isFinal };
}

/** A series whose last candle is unfinished. */
const series = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.bigInt({ min: -1000n, max: 1000n })), {
    selector: ([minute]) => minute,
    maxLength: 40,
  })
  .map((bars) => bars.toSorted(([a], [b]) => a - b))
  .map((bars): CandleSeries => ({
    expo: -2,
    candles: bars.map(([minute, figure], index) =>
      candle(minute * 60, figure, index < bars.length - 1),
    ),
  }));

/** A page of a series as a request for a range would answer. */
function pageOf(
  { expo, candles }: CandleSeries,
  from: number,
  to: number,
  finer: number,
): CandleSeries {
  const inRange = candles.filter((_, index) => index >= from && index < to);
  const factor = 10n ** BigInt(finer);
  return {
    expo: expo - finer,
    candles: inRange.map((each, index) => ({
      start: each.start,
      open: each.open * factor,
      high: each.high * factor,
      low: each.low * factor,
      close: each.close * factor,
      isFinal: index < inRange.length - 1,
    })),
  };
}

function atExpo(series_: CandleSeries, expo: number): CandleSeries {
  return mergeCandles(series_, { expo, candles: [] });
}

describe('merged pages', () => {
  it('in any order, of any precision and overlap, are the whole series', () => {
    const cuts = fc.array(fc.tuple(fc.nat(40), fc.nat(40), fc.nat(3)), { maxLength: 5 });
    fc.assert(
      fc.property(series, cuts, (whole, pages) => {
        const all = [...pages, [0, 20, 1] as const, [20, 40, 0] as const];
        const merged = all
          .map(([from, to, finer]) => pageOf(whole, from, to, finer))
          .reduce(mergeCandles, EMPTY);
        expect(merged).toEqual(atExpo(whole, merged.expo));
      }),
    );
  });

  it('have the newer figures of an unfinished candle, and the final ones of a finished one', () => {
    const known: CandleSeries = { expo: 0, candles: [candle(0, 1n), candle(60, 2n, false)] };
    const fetched: CandleSeries = { expo: 0, candles: [candle(60, 9n), candle(120, 3n, false)] };
    expect(mergeCandles(known, fetched).candles).toEqual([
      candle(0, 1n),
      candle(60, 9n),
      candle(120, 3n, false),
    ]);
    expect(mergeCandles(fetched, known).candles).toEqual([
      candle(0, 1n),
      candle(60, 9n),
      candle(120, 3n, false),
    ]);
  });
});
