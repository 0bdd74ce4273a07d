import { describe, expect, it } from 'vitest';
import { countContradicted, toCandleGrid } from '@/components/detail/chart/candle-grid.ts';
import { toChartScale } from '@/components/detail/chart/chart-scale.ts';
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
    const grid = toCandleGrid(shown, [], shown.plan.to);
    expect(grid).toMatchObject({
      fromSeconds: START,
      stepSeconds: STEP,
      firstShown: 1,
      count: 2,
      hasCandles: true,
    });
    expect(grid.slots.map((slot) => slot?.price)).toEqual(['10000', undefined, '10200']);
  });

  it('has signed prices after the last candle, and in place of closes that they are near to', () => {
    const early = sampleAt(START + 10, 10_020);
    const late = sampleAt(START + STEP + STEP - 10, 10_130);
    const newest = sampleAt(START + 2 * STEP + 5, 10_200);
    // The running candle's close is as old as its request.
    const running = candles([10_000, 10_100, 10_150]);
    const grid = toCandleGrid(running, [early, late, newest], newest.time);
    expect(grid.slots.map((slot) => [slot?.price, slot?.conf])).toEqual([
      ['10000', null],
      ['10130', '50'],
      ['10200', '50'],
    ]);
    expect(countContradicted(grid)).toBe(0);
  });

  it('counts candles that a signed price contradicts by more than its confidence', () => {
    const shown = candles([10_000, 10_000, 10_000]);
    const samples = [
      sampleAt(START + 10, 10_550),
      sampleAt(START + STEP + 10, 10_551),
      sampleAt(START + 2 * STEP + 10, 9_449),
    ];
    const grid = toCandleGrid(shown, samples, shown.plan.to);
    expect(grid.slots.map((slot) => slot?.candle?.isContradicted)).toEqual([false, true, true]);
    expect(countContradicted(grid)).toBe(2);
  });

  it('is drawn as a line of closes, or as candles in the range from low to high', () => {
    const shown = candles([10_000, 10_200]);
    const grid = toCandleGrid(shown, [], shown.plan.to);
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
    const scale = toChartScale(grid, true);
    expect(scale.range).toEqual({ low: 0.95, high: 1.07 });
    expect(scale.points[0]).toEqual({ price: 1, open: 0.95, low: 0.95, high: 1.05 });
  });

  it('does not count what is left of the period in its range', () => {
    const shown = candles([90_000, 10_000, 10_200], START + STEP);
    const grid = toCandleGrid(shown, [], shown.plan.to);
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
  });

  it('scales signed prices of before a split as candles are, and counts none of them', () => {
    const shown = candles([10_000, 10_100, 10_200, 10_300, 10_400]);
    const at = (index: number, price: number) => sampleAt(START + (index + 1) * STEP - 10, price);
    const before = [at(0, 40_000), at(1, 40_404)];
    const grid = toCandleGrid(shown, [...before, at(2, 10_210), at(3, 20_600)], shown.plan.to);
    expect(grid.split).toEqual({ at: START + 3 * STEP - 10, numerator: 4n, denominator: 1n });
    expect(grid.slots.map((slot) => slot && Number(slot.price) * 10 ** slot.expo)).toEqual([
      1, 1.0101, 1.021, 2.06, 1.04,
    ]);
    expect(grid.slots.map((slot) => slot?.conf)).toEqual([null, null, '50', '50', null]);
    expect(grid.slots.map((slot) => slot?.candle?.isContradicted)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});
