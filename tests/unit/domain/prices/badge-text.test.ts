import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';
import { badgePercent, badgeText } from '@/lib/domain/prices/badge-text.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { anyFigure, figure } from './figures.ts';

describe('badgeText', () => {
  it.each([
    ['64312.45', '64K'],
    ['2506.79', '2507'],
    ['1.09', '1.09'],
    ['0.071', '.071'],
    ['148.321', '148'],
    ['12.34', '12.3'],
    ['0.5', '.5'],
    ['5', '5'],
    ['0', '0'],
    ['0.00', '0'],
    ['9999.4', '9999'],
    ['9999.5', '10K'],
    ['99999.5', '100K'],
    ['103500', '104K'],
    ['149999', '150K'],
    ['999499.99', '999K'],
    ['999500', '1.0M'],
    ['999950', '1.0M'],
    ['1234567', '1.2M'],
    ['9950000', '10M'],
    ['123456789', '123M'],
    ['1234567890', '1.2B'],
    ['1234567890123', '1.2T'],
    ['999499999999999', '999T'],
    ['999500000000000', '1e15'],
    ['0.9994', '.999'],
    ['0.9996', '1.00'],
    ['0.001', '.001'],
    ['0.00096', '.001'],
    ['0.00094', '9e-4'],
    ['0.000001042', '1e-6'],
    ['0.0000000094', '9e-9'],
    ['0.0000000096', '1e-8'],
    ['0.0000000000012', 'e-12'],
  ])('%s is %s', (price, shown) => {
    expect(badgeText(figure(price))).toBe(shown);
  });

  it.each([
    ['-1.5', '-1.5'],
    ['-64312', '-64K'],
    ['-37.63', '-38'],
    ['-999', '-999'],
    ['-999.5', '-1K'],
    ['-2507', '-3K'],
    ['-99499', '-99K'],
    ['-99500', '-.1M'],
    ['-640000', '-.6M'],
    ['-950000', '-1M'],
    ['-0.071', '-.07'],
    ['-0.0071', '-e-3'],
    ['-99500000000000', '-e14'],
  ])('%s is %s', (price, shown) => {
    expect(badgeText(figure(price))).toBe(shown);
  });

  it.each([
    ['1', 99, '1e99'],
    ['96', 98, 'e100'],
    ['1', 400, 'e400'],
    ['-1', 99, '-e99'],
    ['-1', 100, '<-e9'],
    ['9'.repeat(1000), 400, '>e99'],
    ['1', -99, 'e-99'],
    ['1', -100, '~0'],
    ['-1', -10, '-~0'],
  ])('%.10s × 10^%d is %s', (digits, expo, shown) => {
    expect(badgeText(toDecimal(digits, expo))).toBe(shown);
  });

  it('is a dash if there is no price', () => {
    expect(badgeText(null)).toBe('–');
    expect(badgeText(toDecimal('NaN', -8))).toBe('–');
  });

  it('has one to four characters and is never wrong about the sign or zero', () => {
    fc.assert(
      fc.property(anyFigure, (d) => {
        const text = badgeText(d);
        expect(text).toMatch(/^(?:0|-?(?:[\d.]+[KMBT]?|\d?e-?\d+|~0)|>e99|<-e9)$/);
        expect(text.length).toBeLessThanOrEqual(4);
        expect(/^<?-/.test(text)).toBe(d.mantissa < 0n);
        expect(text === '0').toBe(d.mantissa === 0n);
        if (d.mantissa !== 0n) expect(text).toMatch(/[1-9]|~|9T/);
      }),
      { numRuns: 1000 },
    );
  });

  it('differs from the price by no more than its rounding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 22n }), (mantissa) => {
        const text = badgeText({ mantissa, expo: -8 });
        const units: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };
        const shown = Number.parseFloat(text) * (units[text.at(-1) ?? ''] ?? 1);
        const price = Number(mantissa) / 1e8;
        fc.pre(price > 0.01);
        expect(Math.abs(shown - price) / price).toBeLessThan(0.051);
      }),
    );
  });
});

describe('badgePercent', () => {
  it.each([
    ['1.23', '+1.2'],
    ['-0.05', '-.05'],
    ['-250', '-250'],
    ['3999', '+4K'],
    ['1', '+1'],
    ['0.00', '0'],
    ['0.0004', '+e-4'],
    ['-0.0000000000004', '-~0'],
    ['4000000000000000000', '+e18'],
  ])('%s is %s', (percent, shown) => {
    expect(badgePercent(figure(percent))).toBe(shown);
  });

  it('is a dash if the change is not known', () => {
    expect(badgePercent(null)).toBe('–');
  });
});

describe('in German', () => {
  afterEach(() => {
    setLocale(readLocale('en'), 'en');
    // The next test file shares these modules, and their formats.
    vi.resetModules();
  });

  it('has a decimal comma', async () => {
    vi.resetModules();
    setLocale(readLocale('de'), 'de');
    const badge = await import('@/lib/domain/prices/badge-text.ts');
    expect(badge.badgeText(figure('1.09'))).toBe('1,09');
    expect(badge.badgePercent(figure('-0.05'))).toBe('-,05');
  });
});
