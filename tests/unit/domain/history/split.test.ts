import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSplit, scaleBySplit, type PricedCandle } from '@/lib/domain/history/split.ts';

const START = 1_795_219_200;

/** Prices and ranges in whole units, an hour apart. */
const pairs = (...list: ReadonlyArray<readonly [price: number, low: number, high: number]>) =>
  list.map(([price, low, high], index): PricedCandle => ({
    time: START + index * 3_600,
    price: { mantissa: BigInt(price), expo: 0 },
    low: { mantissa: BigInt(low), expo: 0 },
    high: { mantissa: BigInt(high), expo: 0 },
  }));

it('is found by one factor of all prices before it', () => {
  const forward = pairs([400, 99, 101], [404, 100, 103], [101, 100, 102]);
  expect(findSplit(forward)).toEqual({ at: START + 7_200, numerator: 4n, denominator: 1n });
  const reverse = pairs([100, 990, 1_010], [101, 1_000, 1_020], [1_005, 1_000, 1_020]);
  expect(findSplit(reverse)).toMatchObject({ numerator: 1n, denominator: 10n });
  const small = pairs([150, 99, 101], [151, 100, 102], [101, 100, 102]);
  expect(findSplit(small)).toMatchObject({ numerator: 3n, denominator: 2n });
});

it('is not found where prices are as their candles say', () => {
  expect(findSplit([])).toBeNull();
  expect(findSplit(pairs([100, 99, 101], [100, 99, 101]))).toBeNull();
  expect(findSplit(pairs([100, 99, 101], [400, 99, 101], [400, 99, 101]))).toBeNull();
});

it('is not found by one price, without one after it, nor by several factors or an unusual one', () => {
  expect(findSplit(pairs([400, 99, 101], [100, 99, 101]))).toBeNull();
  expect(findSplit(pairs([400, 99, 101], [400, 99, 101]))).toBeNull();
  expect(findSplit(pairs([400, 99, 101], [200, 99, 101], [100, 99, 101]))).toBeNull();
  expect(findSplit(pairs([1_130, 99, 101], [1_130, 99, 101], [100, 99, 101]))).toBeNull();
});

it('scales prices into the range of their candles', () => {
  const closes = fc.array(fc.integer({ min: 1_000, max: 10_000_000 }), {
    minLength: 2,
    maxLength: 20,
  });
  fc.assert(
    fc.property(closes, fc.constantFrom(2, 3, 4, 5, 7, 10, 20, 50), (list, factor) => {
      const range = (close: number) =>
        [Math.floor(close * 0.995), Math.ceil(close * 1.005)] as const;
      const before = list.map((close) => [close * factor, ...range(close)] as const);
      const split = findSplit(pairs(...before, [list[0]!, ...range(list[0]!)]));
      expect(split).toMatchObject({ numerator: BigInt(factor), denominator: 1n });
      for (const { price, low, high } of pairs(...before)) {
        const scaled = scaleBySplit(price, split!);
        const value = Number(scaled.mantissa) * 10 ** scaled.expo;
        expect(value).toBeGreaterThanOrEqual(Number(low.mantissa));
        expect(value).toBeLessThanOrEqual(Number(high.mantissa));
      }
    }),
  );
});
