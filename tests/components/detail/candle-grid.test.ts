import { describe, expect, it } from 'vitest';
import { toCandleGrid } from '@/components/detail/chart/candle-grid.ts';
import { toChartScale } from '@/components/detail/chart/chart-scale.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { sampleAt } from './detail-page.tsx';

const START = 1_800_000_000;
const STEP = 1_800;

/** Closes in hundredths, each ± 5 from low to high. */
function candles(closes: readonly (number | null)[], visibleFrom = START) {
  const known = closes.flatMap((close, index) => {
    if (close === null) return [];
    const figure = BigInt(close);
    const [low, high] = [figure - 500n, figure + 500n];
    const start = START + index * STEP;
    return [{ start, open: low, high, low, close: figure, isFinal: true }];
  });
  const to = START + closes.length * STEP - 1;
  return {
    known: { expo: -2, candles: known, from: START, to, storedAt: 0 },
    plan: { resolution: '30' as const, from: START, to, visibleFrom },
  };
}

describe('a grid of candles', () => {
  it('has a slot for each, gaps, and where the period begins', () => {
    const shown = candles([10_000, null, 10_200], START + STEP);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null });
    expect(grid).toMatchObject({
      fromSeconds: START,
      stepSeconds: STEP,
      firstShown: 1,
      count: 2,
      hasCandles: true,
    });
    expect(grid.slots.map((slot) => slot?.price)).toEqual(['10000', undefined, '10200']);
  });

  it('has signed prices only where they are newer than the last candle', () => {
    const shown = candles([10_000, 10_100, 10_150]);
    const inLast = sampleAt(START + 2 * STEP + 10, 10_200);
    const after = sampleAt(START + 3 * STEP + 10, 10_300);
    const samples = [sampleAt(START + STEP + 10, 40_000), inLast, after];
    const pricesOf = (known: typeof shown, latest: Sample | null = null) =>
      toCandleGrid(known, samples, { until: after.time, latest }).slots.map((slot) => [
        slot?.price,
        slot?.conf,
      ]);
    const closes = [
      ['10000', null],
      ['10100', null],
    ];
    expect(pricesOf(shown)).toEqual([...closes, ['10150', null], ['10300', '50']]);
    // The headline's price may be older than the candles.
    expect(pricesOf(shown, samples[0])[1]).toEqual(['40000', '50']);
    // A running candle's close is as old as its request.
    const running = shown.known.candles.map((each, at) => ({ ...each, isFinal: at < 2 }));
    expect(pricesOf({ ...shown, known: { ...shown.known, candles: running } })).toEqual([
      ...closes,
      ['10200', '50'],
      ['10300', '50'],
    ]);
  });

  it('is drawn as a line of closes, or as candles in the range from low to high', () => {
    const shown = candles([10_000, 10_200]);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null });
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
    const scale = toChartScale(grid, true);
    expect(scale.range).toEqual({ low: 0.95, high: 1.07 });
    expect(scale.points[0]).toEqual({ price: 1, open: 0.95, low: 0.95, high: 1.05 });
  });

  it('does not count what is left of the period in its range', () => {
    const shown = candles([90_000, 10_000, 10_200], START + STEP);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null });
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
  });
});
