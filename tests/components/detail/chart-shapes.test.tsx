import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginAt,
  nearestFilled,
  slotAfterKey,
  slotOf,
  toChartGrid,
} from '@/components/detail/chart/chart-grid.ts';
import { pickedLevel } from '@/components/detail/alerts/picked-level.ts';
import {
  axisText,
  levelValue,
  movedLevel,
  priceTag,
  shownRange,
  toChartScale,
  valueTicks,
} from '@/components/detail/chart/chart-scale.ts';
import {
  axisWidth,
  layOut,
  slotAt,
  valueAt,
  xOf,
  yOf,
  spreadLabels,
} from '@/components/detail/chart/chart-layout.ts';
import { candlePaths, linePaths, runsOf } from '@/components/detail/chart/chart-paths.ts';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import { collectedAt } from './detail-page.tsx';

const UNTIL = 1_800_000_000;
const times = fc
  .uniqueArray(fc.integer({ min: UNTIL - 700_000, max: UNTIL }), { maxLength: 300 })
  .map((list) => list.toSorted((a, b) => a - b));

describe('the chart grid', () => {
  it('contains the last price of each slot, at its time, in a limited number of slots', () => {
    fc.assert(
      fc.property(
        times,
        fc.constantFrom(3_600, 86_400, 604_800, 30 * 86_400, 365 * 86_400),
        (list, period) => {
          const prices = list.map((time) => collectedAt(time, 100));
          const grid = toChartGrid(prices, UNTIL - period, UNTIL);
          expect(grid.slots.length).toBeLessThanOrEqual(402);
          for (const [index, slot] of grid.slots.entries()) {
            if (!slot) continue;
            expect(slotOf(grid, slot)).toBe(index);
            const from = grid.starts[index] ?? 0;
            const inSlot = prices.filter(
              ({ time }) =>
                time >= Math.max(from, UNTIL - period) && time < from + grid.stepSeconds,
            );
            expect(inSlot.at(-1)).toBe(slot);
          }
          const shown = prices.filter(({ time }) => time >= UNTIL - period);
          expect(grid.count).toBe(new Set(shown.map((price) => slotOf(grid, price))).size);
        },
      ),
    );
  });

  it('spans the whole period however short the history is', () => {
    const two = [collectedAt(UNTIL - 120, 1), collectedAt(UNTIL, 2)];
    const grid = toChartGrid(two, UNTIL - 86_400, UNTIL);
    expect(grid.stepSeconds).toBe(300);
    expect(grid.starts[0]).toBe(UNTIL - 86_400);
    expect(grid.slots).toHaveLength(289);
    expect(grid.slots.findIndex((slot) => slot !== null)).toBe(287);
  });

  it('visits every price with the arrow keys and stops at the ends', () => {
    fc.assert(
      fc.property(times, (list) => {
        const prices = list.map((time) => collectedAt(time, 100));
        const grid = toChartGrid(prices, UNTIL - 604_800, UNTIL);
        const seen = new Set<number>();
        let at = slotAfterKey(grid, null, 'End');
        while (at !== null && !seen.has(at)) {
          seen.add(at);
          at = slotAfterKey(grid, at, 'ArrowLeft');
        }
        expect(seen.size).toBe(grid.count);
        if (grid.count > 0) expect(at).toBe(slotAfterKey(grid, null, 'Home'));
      }),
    );
  });

  it('finds the nearest price from anywhere', () => {
    const two = [collectedAt(UNTIL - 100, 1), collectedAt(UNTIL, 2)];
    const grid = toChartGrid(two, UNTIL - 100, UNTIL);
    expect(nearestFilled(grid, 10)).toBe(0);
    expect(nearestFilled(grid, 90)).toBe(100);
    expect(nearestFilled(toChartGrid([], 0, 100), 5)).toBeNull();
  });

  it('begins with the start of its period, which the line then has as its first price', () => {
    const prices = [100, 50, 0].map((ago) => collectedAt(UNTIL - ago, ago));
    const grid = toChartGrid(prices, UNTIL - 100, UNTIL);
    const start = { mantissa: 7n, expo: -1 };
    const begun = beginAt(grid, { time: UNTIL - 60 }, start);
    expect(begun.firstShown).toBe(40);
    expect(begun.slots[40]).toMatchObject({ price: '7', expo: -1, conf: null, time: UNTIL - 60 });
    expect(begun.count).toBe(4);
    // The signed price there is the same one, with its confidence.
    const same = beginAt(grid, { time: UNTIL - 50 }, { mantissa: 500n, expo: -3 });
    expect(same.slots[50]).toBe(prices[1]);
    expect(beginAt(grid, { time: UNTIL - 900 }, null).firstShown).toBe(0);
  });

  it.each(['a', 'Tab', 'Enter'])('does not move on the key %s', (key) => {
    const grid = toChartGrid([collectedAt(UNTIL, 1)], 0, UNTIL);
    expect(slotAfterKey(grid, 0, key)).toBeNull();
  });
});

describe('the chart scale', () => {
  const scaleOf = (...prices: Partial<CollectedPrice>[]) =>
    toChartScale(
      toChartGrid(
        prices.map((price, index) => ({
          ...collectedAt(UNTIL - prices.length + index, 0),
          ...price,
        })),
        UNTIL - 300,
        UNTIL,
      ),
    );

  it.each([
    [{ price: '6431245781203', conf: '1250000000', expo: -8 }, '64,312.5'],
    [{ price: '1042', conf: '3', expo: -10 }, '0.0₆1042'],
    [{ price: '1234', conf: '12', expo: 24 }, '1.234\u00A0×\u00A010²⁷'],
    [{ price: '-3763', conf: '100', expo: -2 }, '−37.63'],
  ])('labels the position of %o', (price, text) => {
    const scale = scaleOf(price);
    const point = scale.points.find((each) => each !== null)!;
    expect(axisText(point.price, scale)).toBe(text);
  });

  it('has round values beside it, about as many as there is room for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e3, max: 1e3, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        fc.integer({ min: 3, max: 10 }),
        (low, length, count) => {
          const ticks = valueTicks({ low, high: low + length }, count);
          expect(ticks.length).toBeLessThanOrEqual(count + 1);
          expect(ticks.length).toBeGreaterThanOrEqual(Math.floor(count / 2) - 1);
          for (const tick of ticks) {
            expect(tick).toBeGreaterThanOrEqual(low - length * 1e-9);
            expect(tick).toBeLessThanOrEqual(low + length * (1 + 1e-9));
          }
        },
      ),
    );
    expect(valueTicks({ low: 79_500, high: 82_100 }, 5)).toEqual([80_000, 81_000, 82_000]);
  });

  it('names a price beside it with one digit more than its labels', () => {
    const scale = scaleOf(
      { price: '8130326412500', conf: '0', expo: -8 },
      { price: '7960500000000', conf: '0', expo: -8 },
    );
    expect(priceTag({ mantissa: 8_130_326_412_500n, expo: -8 }, scale)).toBe('81,303');
  });

  it.each([
    [{ price: '100000000', conf: '0', expo: -8 }, 1e-5],
    [{ price: '100000000', conf: '100000', expo: -8 }, 0.004],
    [{ price: '12', conf: '0', expo: -10 }, 0.4],
    [{ price: '0', conf: '0', expo: -8 }, 4e-8],
    [{ price: '-5', conf: '0', expo: 0 }, 4],
  ])('has a range around the constant price %o', (slot, length) => {
    const { range, points } = scaleOf(slot, slot);
    const { price } = points.find((point) => point !== null)!;
    expect(range.high - range.low).toBeCloseTo(length, 10);
    expect(range.high - price).toBeCloseTo(price - range.low, 10);
  });

  it('moves and rounds levels to a step of six digits at most', () => {
    const bitcoin = { price: '6431245781203', conf: '1250000000', expo: -8 };
    const scale = scaleOf({ ...bitcoin, emaPrice: bitcoin.price, emaExpo: bitcoin.expo });
    expect(movedLevel('64312.45781203', 1, scale)).toBe('64312.6');
    expect(movedLevel('64312.5', -10, scale)).toBe('64311.5');
    expect(movedLevel('64312.5', 5, scale)).toBe('64313');
    expect(levelValue('64312.5', scale)).toBeCloseTo(6.431_25, 10);
    const tiny = scaleOf({ price: '12', conf: '0', expo: -10, emaPrice: '12', emaExpo: -10 });
    expect(movedLevel('0.0000000012', 1, tiny)).toBe('0.0000000013');
  });

  it('stops a dragged level at round figures, unless it is free', () => {
    const bitcoin = { price: '6431245781203', conf: '1250000000', expo: -8 };
    const scale = scaleOf({ ...bitcoin, emaPrice: bitcoin.price, emaExpo: bitcoin.expo });
    // 100 px for 200: the grid has a line every 100.
    const size = { width: 100, height: 160, axis: 0 };
    const layout = layOut(size, { from: 0, to: 1 }, { low: 6.42, high: 6.44 });
    const at = (y: number, isFree = false) => pickedLevel(y, { layout, scale }, isFree);
    expect(at(20)).toBe('64400');
    expect(at(21)).toBe('64400');
    expect(at(23)).toBe('64390');
    expect(at(21, true)).toBe('64398');
    expect(at(-100)).toBe(at(0));
  });

  it('draws no point for a price outside the range of numbers', () => {
    const { points } = scaleOf(
      { price: '9'.repeat(400), expo: 400 },
      { price: '100', conf: '1', expo: -2 },
    );
    expect(points.filter((point) => point !== null)).toHaveLength(1);
  });
});

describe('the line of prices', () => {
  it('is interrupted by gaps that are too long', () => {
    const places = [0, 1, 11, 22, 23].map((slot) => ({ slot }));
    const runs = runsOf(places, 10);
    expect(runs.map((run) => run.map(({ slot }) => slot))).toEqual([
      [0, 1, 11],
      [22, 23],
    ]);
    expect(runsOf([], 10)).toEqual([]);
  });
});

describe('the shown range', () => {
  const range = { low: 1, high: 2 };

  it('includes the nearest levels as long as the prices fill most of it', () => {
    expect(shownRange(range, [])).toEqual({ low: 1, high: 2 });
    expect(shownRange(range, [1.5])).toEqual({ low: 1, high: 2 });
    expect(shownRange(range, [2.5, 0.9])).toEqual({ low: 0.9, high: 2.5 });
    expect(shownRange(range, [2.5, 0.5])).toEqual({ low: 1, high: 2.5 });
    expect(shownRange(range, [3])).toEqual({ low: 1, high: 2 });
  });
});

describe('the layout', () => {
  const size = { width: 380, height: 264, axis: 64 };

  it('has all of its range in view, and the newest price at the edge', () => {
    const layout = layOut(size, { from: 10, to: 110 }, { low: 5, high: 6 });
    expect(layout).toMatchObject({ width: 316, height: 236 });
    expect(yOf(layout, 6)).toBeCloseTo(20);
    expect(yOf(layout, 5)).toBeCloseTo(224);
    expect(xOf(layout, 10)).toBe(0);
    expect(xOf(layout, 110)).toBeCloseTo(316);
  });

  it('leads from a place to its value and slot, and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 236, noNaN: true }),
        fc.integer({ min: 0, max: 400 }),
        (y, slot) => {
          const layout = layOut(size, { from: 0, to: 400 }, { low: -2, high: 9 });
          expect(yOf(layout, valueAt(layout, y))).toBeCloseTo(y);
          expect(slotAt(layout, xOf(layout, slot))).toBe(slot);
        },
      ),
    );
  });
});

describe('the paths', () => {
  const layoutOf = (slots: number) =>
    layOut({ width: 110, height: 128, axis: 10 }, { from: 0, to: slots }, { low: 1, high: 2 });
  const layout = layoutOf(100);
  const point = (price: number) => ({ price, low: price, high: price });

  it('go through every price, and bridge gaps that are too long', () => {
    const points = Array.from({ length: 101 }, (_, slot) =>
      slot < 40 || slot > 60 ? point(1.5) : null,
    );
    const { line, gaps, area } = linePaths(points, layout);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(line.match(/[ML]/g)).toHaveLength(80);
    expect(gaps).toBe('M39 54L61 54');
    expect(area.match(/Z/g)).toHaveLength(2);
  });

  it('of many prices in a pixel have the lowest and the highest', () => {
    const points = Array.from({ length: 10_001 }, (_, n) => point(1 + (n % 100) / 100));
    const dense = layoutOf(10_000);
    const { line } = linePaths(points, dense);
    expect(line.match(/[ML]/g)!.length).toBeLessThanOrEqual(4 * 101);
    const ys = [...line.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.max(...ys)).toBeCloseTo(yOf(dense, 1), 0);
    expect(Math.min(...ys)).toBeCloseTo(yOf(dense, 1.99), 0);
  });

  it('of candles are those that rose and those that fell', () => {
    const candle = (open: number, price: number) => ({ open, price, low: 1, high: 2 });
    const candles = [candle(1.2, 1.4), candle(1.6, 1.1), null];
    const { up, down } = candlePaths(candles, { ...layout, slotWidth: 10 });
    expect(up.match(/Z/g)).toHaveLength(2);
    expect(down.match(/Z/g)).toHaveLength(2);
    // Too close to be told apart, they are one candle from 1.2 to 1.1.
    expect(candlePaths(candles, { ...layout, slotWidth: 1 })).toEqual({
      up: '',
      down: expect.stringMatching(/^[^Z]+Z[^Z]+Z$/),
    });
  });
});

describe('the width beside the chart', () => {
  it.each([
    [380, 64, ['65,000'], 64],
    [380, 64, ['65,000', '165,373.66'], 93],
    [380, 64, ['▲ 165,373.66'], 107.6],
    [900, 92, ['▲ 165,373.66'], 135.6],
    [120, 64, ['▲ 165,373.66'], 60],
  ])('of %i pixels, usually %i, for %j: %d', (width, usual, tags, axis) => {
    expect(axisWidth(width, usual, tags)).toBeCloseTo(axis);
  });
});

describe('labels beside the chart', () => {
  const SIZE = 22;
  const LENGTH = 236;

  it('never cover each other or leave the chart, and stay in order', () => {
    const positions = fc.array(fc.double({ min: -50, max: 300, noNaN: true }), { maxLength: 10 });
    fc.assert(
      fc.property(positions, (centers) => {
        const placed = spreadLabels(centers, SIZE, LENGTH);
        for (const [a, first] of placed.entries()) {
          expect(first).toBeGreaterThanOrEqual(SIZE / 2 - 1e-9);
          expect(first).toBeLessThanOrEqual(LENGTH - SIZE / 2 + 1e-9);
          for (const [b, second] of placed.entries()) {
            if (a === b) continue;
            expect(Math.abs(first - second)).toBeGreaterThanOrEqual(SIZE - 1e-9);
            if (centers[a]! < centers[b]!) expect(first).toBeLessThan(second);
          }
        }
      }),
    );
  });

  it('stay where they belong if they are far enough from each other', () => {
    expect(spreadLabels([150, 50, 100], SIZE, LENGTH)).toEqual([150, 50, 100]);
    expect(spreadLabels([], SIZE, LENGTH)).toEqual([]);
  });
});
