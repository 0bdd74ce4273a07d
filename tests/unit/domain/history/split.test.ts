import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeforeSplit } from '@/lib/domain/history/split.ts';

const TIME = 1_795_132_800;
const STEP = 1_800;

/** Candles of half an hour around the time, all at one price. */
function seriesAt(price: bigint, expo: number, starts = [-STEP, 0, STEP]) {
  const figures = { open: price, low: price, high: price, close: price, isFinal: true };
  return {
    expo,
    to: TIME - 1,
    candles: starts.map((start) => ({ start: TIME + start, ...figures })),
  };
}

/** A signed price of 499.23 in whole cents, or another one. */
const signed = (price = '49923') => ({ time: TIME, price, expo: -2, trust: null });

describe('a signed price is before a split', () => {
  it.each([
    [4, 1],
    [1, 100],
    [1, 12],
    [1, 18],
    [1, 35],
    [1, 60],
    [1, 200],
    [31, 1_000],
    [8, 5],
    [7, 3],
    [3, 2],
    [10, 1],
    [50, 1],
    [1, 7],
    [3_001, 2_000],
    [1_377, 1_000],
  ])('of %i for %i', (now, before) => {
    const adjusted = (49_923n * 1_000n * BigInt(before)) / BigInt(now);
    expect(isBeforeSplit(signed(), seriesAt(adjusted, -5), STEP)).toBe(true);
  });

  it.each([
    ['the same', 49_923n],
    ['24% less', 37_941n],
    ['24% more', 61_904n],
  ])('not if the candle is %s', (_, price) => {
    expect(isBeforeSplit(signed(), seriesAt(price, -2), STEP)).toBe(false);
  });

  it('of any ratio by more than a quarter, and of none below', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (a, b) => {
          const candle = (10_000_000n * BigInt(b)) / BigInt(a);
          const share = Math.abs(Number(candle) / 10_000_000 - 1);
          fc.pre(Math.abs(share - 0.25) > 1e-6);
          const past = { ...signed('10000000'), expo: -4 };
          expect(isBeforeSplit(past, seriesAt(candle, -4), STEP)).toBe(share > 0.25);
        },
      ),
    );
  });

  it('only if a candle is of the same time', () => {
    const far = 12_481n;
    const at = (...starts: number[]) => isBeforeSplit(signed(), seriesAt(far, -2, starts), STEP);
    expect(at(0)).toBe(true);
    // The close of a session is the end of its last candle.
    expect(at(-STEP)).toBe(true);
    expect(at(-STEP - 1)).toBeNull();
    expect(at(60)).toBeNull();
    expect(at()).toBeNull();
  });

  it('by the last candle before a weekend, if the candles reach further', () => {
    const weekend = (hours: number, to: number) => {
      const { expo, candles } = seriesAt(12_481n, -2, [-hours * 3_600]);
      return isBeforeSplit(signed(), { expo, candles, to }, STEP);
    };
    expect(weekend(65, TIME)).toBe(true);
    expect(weekend(65, TIME - 1)).toBeNull();
    expect(weekend(97, TIME)).toBeNull();
  });

  it('not because the market fell within the candle, or if there is no price', () => {
    const crash = seriesAt(20_000n, -2);
    const candles = crash.candles.map((candle) => ({ ...candle, open: 49_000n, high: 49_000n }));
    expect(isBeforeSplit(signed(), { ...crash, candles }, STEP)).toBe(false);
    expect(isBeforeSplit({ time: TIME, gap: 'closed' }, seriesAt(1n, 0), STEP)).toBeNull();
  });

  it('also if prices are negative', () => {
    expect(isBeforeSplit(signed('-3763'), seriesAt(-3_763n, -2), STEP)).toBe(false);
    expect(isBeforeSplit(signed('-3763'), seriesAt(-376n, -2), STEP)).toBe(true);
  });
});
