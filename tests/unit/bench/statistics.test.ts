import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile, ratios, summarize } from '../../bench/statistics.ts';

const sampleLists = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 });

describe('summarize', () => {
  it('uses the middle sample, or the mean of the two middle ones, as the median', () => {
    expect(summarize([5, 1, 3]).median).toBe(3);
    expect(summarize([4, 1, 3, 2]).median).toBe(2.5);
  });

  it('returns the quartiles and the number of samples', () => {
    expect(summarize([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4, samples: 5 });
  });

  it('has no spread with one sample', () => {
    expect(summarize([7])).toEqual({ median: 7, low: 7, high: 7, samples: 1 });
  });

  it('does not change the samples', () => {
    const samples = [3, 1, 2];
    summarize(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it('is not affected by one outlier', () => {
    expect(summarize([10, 11, 9, 10, 5_000]).median).toBe(10);
  });

  it('keeps low ≤ median ≤ high within the samples, in any order', () => {
    fc.assert(
      fc.property(sampleLists, (samples) => {
        const { low, median, high } = summarize(samples);
        expect(low).toBeGreaterThanOrEqual(Math.min(...samples));
        expect(median).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(median);
        expect(high).toBeLessThanOrEqual(Math.max(...samples));
        expect(summarize(samples.toReversed())).toEqual({
          low,
          median,
          high,
          samples: samples.length,
        });
      }),
    );
  });

  it.each([[[]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY]]])('rejects %o', (samples) => {
    expect(() => summarize(samples)).toThrow(RangeError);
  });
});

describe('quantile', () => {
  it('ranges from the smallest sample to the largest', () => {
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });

  it('interpolates linearly between two samples', () => {
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
  });
});

describe('ratios', () => {
  it('divides round by round', () => {
    expect(ratios([2, 9], [1, 3])).toEqual([2, 3]);
  });

  it('rejects different numbers of rounds', () => {
    expect(() => ratios([1, 2], [1])).toThrow(RangeError);
  });

  it('cancels out a slowdown of a whole round', () => {
    expect(summarize(ratios([2, 20, 6], [1, 10, 3]))).toMatchObject({ low: 2, median: 2, high: 2 });
  });
});
