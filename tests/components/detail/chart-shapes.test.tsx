import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nearestFilled,
  slotAfterKey,
  slotOf,
  toChartGrid,
} from '@/components/detail/chart-grid.ts';
import { shownRange } from '@/components/detail/chart-formats.ts';
import {
  axisText,
  levelAt,
  levelValue,
  movedLevel,
  pickedLevel,
  toChartScale,
} from '@/components/detail/chart-scale.ts';
import { runsOf } from '@/components/detail/draw-band.ts';
import { labelColumns } from '@/components/detail/label-columns.ts';
import type { Sample } from '@/lib/domain/history/sample.ts';
import { sampleAt } from './detail-page.tsx';

const UNTIL = 1_800_000_000;
const times = fc
  .uniqueArray(fc.integer({ min: UNTIL - 700_000, max: UNTIL }), { maxLength: 300 })
  .map((list) => list.toSorted((a, b) => a - b));

describe('the chart grid', () => {
  it('contains the last sample of each slot, at its time, in a limited number of slots', () => {
    fc.assert(
      fc.property(
        times,
        fc.constantFrom(3_600, 86_400, 604_800, 30 * 86_400, 365 * 86_400),
        (list, period) => {
          const samples = list.map((time) => sampleAt(time, 100));
          const grid = toChartGrid(samples, UNTIL - period, UNTIL);
          expect(grid.slots.length).toBeLessThanOrEqual(402);
          for (const [index, slot] of grid.slots.entries()) {
            if (!slot) continue;
            expect(slotOf(grid, slot.time)).toBe(index);
            const from = grid.fromSeconds + index * grid.stepSeconds;
            const inSlot = samples.filter(
              ({ time }) =>
                time >= Math.max(from, UNTIL - period) && time < from + grid.stepSeconds,
            );
            expect(inSlot.at(-1)).toBe(slot);
          }
          const shown = samples.filter(({ time }) => time >= UNTIL - period);
          expect(grid.count).toBe(new Set(shown.map(({ time }) => slotOf(grid, time))).size);
        },
      ),
    );
  });

  it('spans the whole period however short the history is', () => {
    const grid = toChartGrid([sampleAt(UNTIL - 120, 1), sampleAt(UNTIL, 2)], UNTIL - 86_400, UNTIL);
    expect(grid.stepSeconds).toBe(300);
    expect(grid.fromSeconds).toBe(UNTIL - 86_400);
    expect(grid.slots).toHaveLength(289);
    expect(grid.slots.findIndex((slot) => slot !== null)).toBe(287);
  });

  it('visits every sample with the arrow keys and stops at the ends', () => {
    fc.assert(
      fc.property(times, (list) => {
        const grid = toChartGrid(
          list.map((time) => sampleAt(time, 100)),
          UNTIL - 604_800,
          UNTIL,
        );
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

  it('finds the nearest sample from anywhere', () => {
    const grid = toChartGrid([sampleAt(UNTIL - 100, 1), sampleAt(UNTIL, 2)], UNTIL - 100, UNTIL);
    expect(nearestFilled(grid, 10)).toBe(0);
    expect(nearestFilled(grid, 90)).toBe(100);
    expect(nearestFilled(toChartGrid([], 0, 100), 5)).toBeNull();
  });

  it.each(['a', 'Tab', 'Enter'])('does not move on the key %s', (key) => {
    const grid = toChartGrid([sampleAt(UNTIL, 1)], 0, UNTIL);
    expect(slotAfterKey(grid, 0, key)).toBeNull();
  });
});

describe('the chart scale', () => {
  const scaleOf = (...samples: Partial<Sample>[]) =>
    toChartScale(
      toChartGrid(
        samples.map((sample, index) => ({
          ...sampleAt(UNTIL - samples.length + index, 0),
          ...sample,
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
  ])('labels the position of %o', (sample, text) => {
    const scale = scaleOf({ ...sample, emaPrice: sample.price, emaExpo: sample.expo });
    const point = scale.points.find((each) => each !== null)!;
    expect(axisText(point.price, scale)).toBe(text);
  });

  it('picks levels near the position, as plain decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.integer({ min: -12, max: 6 }),
        (price, conf, expo) => {
          const scale = scaleOf(
            { price: String(price), conf: String(conf), expo },
            { price: String(price + conf), conf: String(conf), expo },
          );
          const height = scale.points.find((each) => each !== null)!.price;
          const level = pickedLevel(height, scale);
          expect(level).toMatch(/^-?\d+(\.\d+)?$/);
          const near = 10 ** (scale.place - 2 + scale.power);
          expect(Math.abs(Number(level) - Number(`${price}e${expo}`))).toBeLessThanOrEqual(
            near * 0.51 + Math.abs(Number(level)) * 1e-9,
          );
        },
      ),
    );
  });

  it.each([
    [{ price: '100000000', conf: '0', expo: -8 }, 1e-5],
    [{ price: '100000000', conf: '100000', expo: -8 }, 0.004],
    [{ price: '12', conf: '0', expo: -10 }, 0.4],
    [{ price: '0', conf: '0', expo: -8 }, 4e-8],
    [{ price: '-5', conf: '0', expo: 0 }, 4],
  ])('has a range around the constant price %o', (sample, length) => {
    const constant = { ...sample, emaPrice: sample.price, emaExpo: sample.expo };
    const { range, points } = scaleOf(constant, constant);
    const { price } = points.find((point) => point !== null)!;
    expect(range.high - range.low).toBeCloseTo(length, 10);
    expect(range.high - price).toBeCloseTo(price - range.low, 10);
  });

  it('moves and rounds levels to a step of six digits at most', () => {
    const bitcoin = { price: '6431245781203', conf: '1250000000', expo: -8 };
    const scale = scaleOf({ ...bitcoin, emaPrice: bitcoin.price, emaExpo: bitcoin.expo });
    expect(levelAt(6.431_245_78, scale)).toBe('64312.5');
    expect(movedLevel('64312.45781203', 1, scale)).toBe('64312.6');
    expect(movedLevel('64312.5', -10, scale)).toBe('64311.5');
    expect(movedLevel('64312.5', 5, scale)).toBe('64313');
    expect(levelValue('64312.5', scale)).toBeCloseTo(6.431_25, 10);
    const tiny = scaleOf({ price: '12', conf: '0', expo: -10, emaPrice: '12', emaExpo: -10 });
    expect(movedLevel('0.0000000012', 1, tiny)).toBe('0.0000000013');
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
    const bars = [0, 1, 11, 22, 23].map((time) => ({ time }));
    const runs = runsOf(bars, 10);
    expect(runs.map((run) => run.map(({ time }) => time))).toEqual([
      [0, 1, 11],
      [22, 23],
    ]);
    expect(runsOf([], 10)).toEqual([]);
  });
});

describe('the shown range', () => {
  const scale = { power: 0, place: 0, points: [], levelPlace: 0, range: { low: 1, high: 2 } };

  it('includes the nearest levels as long as the prices fill most of it', () => {
    expect(shownRange(scale, [])).toEqual({ low: 1, high: 2 });
    expect(shownRange(scale, [1.5])).toEqual({ low: 1, high: 2 });
    expect(shownRange(scale, [2.5, 0.9])).toEqual({ low: 0.9, high: 2.5 });
    expect(shownRange(scale, [2.5, 0.5])).toEqual({ low: 1, high: 2.5 });
    expect(shownRange(scale, [3])).toEqual({ low: 1, high: 2 });
  });
});

describe('labels that would overlap', () => {
  it('get different columns', () => {
    const positions = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 });
    fc.assert(
      fc.property(positions, (centers) => {
        const columns = labelColumns(centers, 20, 8);
        for (const [a, first] of centers.entries()) {
          for (const [b, second] of centers.entries()) {
            if (a < b && Math.abs(first - second) < 20) expect(columns[a]).not.toBe(columns[b]);
          }
        }
      }),
    );
  });

  it('stay in the first column if they do not overlap', () => {
    expect(labelColumns([150, 50, 100], 20, 3)).toEqual([0, 0, 0]);
    expect(labelColumns([50, 150, 51, 52], 20, 3)).toEqual([0, 0, 1, 2]);
  });

  it('share a column if there are too many', () => {
    expect(labelColumns([0, 5, 10], 20, 2)).toEqual([0, 1, 0]);
  });
});
