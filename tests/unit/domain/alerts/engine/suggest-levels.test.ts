import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNear, suggestLevel } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import {
  compareDecimals,
  distanceBetween,
  multiplyDecimals,
} from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';

function exact(price: string, conf = '0'): { price: Decimal; conf: Decimal } {
  const [first, second] = [parseDecimal(price), parseDecimal(conf)];
  if (!first || !second) throw new TypeError('no number');
  return { price: first, conf: second };
}

const ABOUT = { mantissa: 75n, expo: -4 };

describe('the suggested level', () => {
  it.each([
    ['81303.26', '38.89', '82000', '80000'],
    ['81999.99', '38.89', '83000', '81000'],
    ['3984.08', '1.2', '4050', '3950'],
    ['263.439', '0.05', '270', '260'],
    ['1.17226', '0.0001', '1.19', '1.16'],
    ['100', '0', '101', '99'],
    ['-37.63', '0', '-37', '-38'],
    // A wide confidence decides, not the percentage.
    ['100', '3', '150', '50'],
    ['0', '0.001', '0.01', '-0.01'],
  ])('of %s ± %s is %s above and %s below', (price, conf, above, below) => {
    expect(suggestLevel(exact(price, conf), 'above')).toBe(above);
    expect(suggestLevel(exact(price, conf), 'below')).toBe(below);
  });

  it('of a price of zero without a confidence is none', () => {
    expect(suggestLevel(exact('0'), 'above')).toBeNull();
  });

  it('is at least 0.75 % and ten times the confidence away, at any price', () => {
    const anyPrice = fc.record({
      mantissa: fc.bigInt({ min: 1n, max: 10n ** 20n }),
      expo: fc.integer({ min: -18, max: 3 }),
      conf: fc.bigInt({ min: 0n, max: 10n ** 18n }),
    });
    fc.assert(
      fc.property(anyPrice, fc.constantFrom('above', 'below'), (any, side) => {
        const price = { mantissa: any.mantissa, expo: any.expo };
        const conf = { mantissa: any.conf, expo: any.expo };
        const level = parseDecimal(suggestLevel({ price, conf }, side) ?? '');
        if (!level) throw new TypeError('no level');
        expect(compareDecimals(level, price)).toBe(side === 'above' ? 1 : -1);
        const distance = distanceBetween(level, price);
        expect(compareDecimals(distance, multiplyDecimals(price, ABOUT))).not.toBe(-1);
        const confidences = { mantissa: 10n * any.conf, expo: any.expo };
        expect(compareDecimals(distance, confidences)).not.toBe(-1);
        expect(isNear(level, { price, conf })).toBe(false);
      }),
    );
  });
});

it.each([
  ['81310', true],
  ['81341.89', true],
  ['81341.9', false],
  ['81264', false],
])('the level %s is nearer than the price is certain: %s', (level, near) => {
  expect(isNear(exact(level).price, exact('81303', '38.89'))).toBe(near);
});
