import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeSince, type Change } from '@/lib/domain/history/change.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import { writePastPrice, type PastPrice, type Verdict } from '@/lib/domain/history/past-price.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';

const NOW = 1_795_245_600;
const THEN = referenceTime('24h', NOW);
const NOW_PRICE: Decimal = { mantissa: 6_431_200n, expo: -2 };

function change(past: PastPrice | string | null, requiredTrust: string | null = null): Change {
  const text = past === null || typeof past === 'string' ? past : writePastPrice(past);
  return changeSince(NOW_PRICE, { text, period: '24h', nowSeconds: NOW, requiredTrust });
}

const pastPrice = (price: string, expo = -2, trust: string | null = 'mine'): PastPrice => ({
  time: THEN,
  price,
  expo,
  trust,
});

const percentOf = (found: Change): string =>
  found.none === undefined ? toDecimalString(found.percent) : found.none;

describe('changeSince', () => {
  it.each([
    ['6296456', '2.14'],
    ['6500000', '-1.06'],
    ['6431200', '0.00'],
    ['5000000', '28.6'],
    ['10000', '64212'],
    ['-6431200', '200'],
  ])('from %s is %s%%', (price, percent) => {
    expect(percentOf(change(pastPrice(price)))).toBe(percent);
  });

  it('of more than a quarter waits for candles that were asked, and for no others', () => {
    const asked = (price: string, is: Verdict['is']) =>
      percentOf(change({ ...pastPrice(price), verdict: { is, by: '' } } as PastPrice));
    expect(asked('5144960', 'asked')).toBe('25.0');
    expect(asked('5144959', 'asked')).toBe('waiting');
    expect(asked('25724840', 'asked')).toBe('waiting');
    expect(asked('25724840', 'kept')).toBe('-75.0');
    expect(asked('6500000', 'split')).toBe('split');
  });

  it('is the same with another exponent', () => {
    expect(percentOf(change(pastPrice('62964560000', -6)))).toBe('2.14');
  });

  it.each([
    ['a price that was not requested', null, 'waiting'],
    ['a damaged text', 'damaged', 'waiting'],
    ['a price at another time', { ...pastPrice('1'), time: THEN - 7_200 }, 'waiting'],
    ['a time without data', { time: THEN, gap: 'no-data' }, 'no-data'],
    ['a closed market', { time: THEN, gap: 'closed' }, 'closed'],
    ['a price that came late', { time: THEN, gap: 'late' }, 'late'],
    ['a price of an earlier time', { time: THEN, gap: 'early' }, 'early'],
    ['a price that failed verification', { time: THEN, gap: 'failed' }, 'failed'],
    ['a price of zero', pastPrice('0'), 'zero'],
    ['an exponent beyond all bounds', pastPrice('1', 9_999), 'no-data'],
  ] as const)('is unknown against %s', (_what, past, reason) => {
    expect(change(past)).toEqual({ none: reason });
  });

  it('counts only prices verified under the current trust if that is required', () => {
    const unproven = pastPrice('6296456', -2, null);
    expect(percentOf(change(unproven))).toBe('2.14');
    expect(change(unproven, 'mine')).toEqual({ none: 'unverified' });
    expect(change(pastPrice('6296456'), 'other')).toEqual({ none: 'unverified' });
    expect(percentOf(change(pastPrice('6296456'), 'mine'))).toBe('2.14');
  });

  it('fits in a row if it is below 10,000%', () => {
    fc.assert(
      fc.property(fc.integer({ min: 64_000, max: 900_000_000 }), (price) => {
        expect(percentOf(change(pastPrice(String(price)))).length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
