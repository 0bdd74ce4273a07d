import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAPS, readPastPrice, writePastPrice } from '@/lib/domain/history/past-price.ts';
import {
  emptySpark,
  endingWith,
  lacksPoint,
  readSpark,
  withPoint,
  writeSpark,
} from '@/lib/domain/history/spark.ts';
import { toNumber, type Decimal } from '@/lib/domain/prices/decimal.ts';

const HOUR = 498_679;

describe('the text of a past price', () => {
  const known = fc.record({
    time: fc.nat({ max: 4_000_000_000 }),
    price: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    expo: fc.integer({ min: -400, max: 400 }),
    trust: fc.constantFrom(null, 'b2', `b2-${'0f'.repeat(16)}`),
  });
  const judged = fc.record({
    is: fc.constantFrom('asked', 'kept', 'split'),
    by: fc.constantFrom('', '0f'.repeat(16)),
  });
  const gap = fc.record({ time: fc.nat({ max: 4_000_000_000 }), gap: fc.constantFrom(...GAPS) });

  it('is read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(known, gap), fc.option(judged), (price, verdict) => {
        const past = verdict && !('gap' in price) ? { ...price, verdict } : price;
        const text = writePastPrice(past);
        expect(readPastPrice(text)).toEqual(past);
      }),
    );
  });

  it('from version 0.1.0, which does not name a trust, counts as not verified', () => {
    expect(readPastPrice('5 100 -2 v')).toEqual({ time: 5, price: '100', expo: -2, trust: null });
    expect(readPastPrice('5 100 -2 u')).toEqual({ time: 5, price: '100', expo: -2, trust: null });
  });

  it('from before a split, without the signed price, is requested again', () => {
    expect(readPastPrice('5 !split')).toBeNull();
  });

  it.each([
    '',
    '1',
    '1 2',
    '1 2 0 u x',
    '1 2 0 u ? 3',
    '1 2 3',
    '1 2.5 -8 v',
    '1 2 -8 w',
    'x !closed',
    '1 !why',
    '1 NaN 0 v',
  ])('is rejected if invalid: %j', (text) => {
    expect(readPastPrice(text)).toBeNull();
  });
});

describe('a sparkline', () => {
  it('is read back from text unchanged, with unknown hours and gaps', () => {
    const price = fc.record({
      mantissa: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      expo: fc.integer({ min: -12, max: 4 }),
    });
    const point = fc.tuple(fc.integer({ min: HOUR - 24, max: HOUR }), fc.option(price));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const [first, ...others] = points;
        let spark = withPoint(emptySpark(HOUR, null), first![0], first![1], HOUR);
        for (const [hour, known] of others) spark = withPoint(spark, hour, known, HOUR);
        expect(readSpark(writeSpark(spark), null)).toEqual(spark);
      }),
    );
  });

  it('counts only under the trust that its prices were verified under', () => {
    const one: Decimal = { mantissa: 1n, expo: 0 };
    const any = writeSpark(withPoint(emptySpark(HOUR, null), HOUR, one, HOUR));
    const required = writeSpark(withPoint(emptySpark(HOUR, 'mine'), HOUR, one, HOUR));
    expect(readSpark(required, 'mine')?.points.at(-1)).toBe(1n);
    expect(readSpark(required, 'other')).toBeNull();
    expect(readSpark(required, null)).toBeNull();
    expect(readSpark(any, 'mine')).toBeNull();
    expect(readSpark(any, null)?.points.at(-1)).toBe(1n);
  });

  it('stores six digits of each price, whatever its size', () => {
    for (const price of [
      { mantissa: 6_431_245_781_203n, expo: -8 },
      { mantissa: 1_042n, expo: -11 },
      { mantissa: -3_705n, expo: -2 },
      { mantissa: 5n, expo: 9 },
    ]) {
      const spark = withPoint(emptySpark(HOUR, null), HOUR, price, HOUR);
      const stored = toNumber({ mantissa: spark.points[24]!, expo: spark.expo });
      expect(stored).toBeCloseTo(toNumber(price), 5 - Math.floor(Math.log10(Math.abs(stored))));
      expect(String(spark.points[24]).length).toBeLessThanOrEqual(7);
    }
  });

  it('moves with the hours and drops the oldest ones', () => {
    const one: Decimal = { mantissa: 1n, expo: 0 };
    const spark = withPoint(
      withPoint(emptySpark(HOUR, null), HOUR - 24, one, HOUR),
      HOUR,
      one,
      HOUR,
    );
    const later = endingWith(spark, HOUR + 1);
    expect(later.points[23]).toBe(1n);
    expect(later.points.filter((point) => point !== undefined)).toHaveLength(1);
    expect(lacksPoint(later, HOUR + 1)).toBe(true);
    expect(lacksPoint(later, HOUR)).toBe(false);
    expect(endingWith(spark, HOUR + 500).points.every((point) => point === undefined)).toBe(true);
  });

  it('distinguishes an hour without a price from one that was not requested', () => {
    const spark = withPoint(emptySpark(HOUR, null), HOUR, null, HOUR);
    expect(lacksPoint(spark, HOUR)).toBe(false);
    expect(lacksPoint(spark, HOUR - 1)).toBe(true);
    expect(lacksPoint(null, HOUR)).toBe(true);
  });

  it('takes its scale from the first price, not from a gap before it', () => {
    const spark = withPoint(emptySpark(HOUR, null), HOUR - 1, null, HOUR);
    const priced = withPoint(spark, HOUR, { mantissa: 123_456n, expo: -9 }, HOUR);
    expect(priced.points[24]).toBe(123_456n);
  });

  it('stays short if a service sends nonsense', () => {
    let spark = withPoint(emptySpark(HOUR, null), HOUR - 24, { mantissa: 1n, expo: -300 }, HOUR);
    for (let hour = HOUR - 23; hour <= HOUR; hour += 1) {
      spark = withPoint(spark, hour, { mantissa: 9n, expo: 300 }, HOUR);
    }
    const text = writeSpark(spark);
    expect(text.length).toBeLessThan(2_000);
    expect(readSpark(text, null)).toEqual(spark);
  });

  it.each(['', '1 2', 'a 0 1,2', '1 0 1;2', `1 0 ${'9'.repeat(3_000)}`])(
    'is rejected if invalid: %j',
    (text) => {
      expect(readSpark(text, null)).toBeNull();
    },
  );
});
