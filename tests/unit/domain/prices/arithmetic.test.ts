import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  changePercent,
  compareDecimals,
  direction,
  magnitude,
  multiplyDecimals,
  ratio,
  ratioInBasisPoints,
  roundToExponent,
  subtractDecimals,
} from '@/lib/domain/prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { anyFigure, figure } from './figures.ts';

const FINEST = 400;
/** Converts every decimal to an integer multiple of 10^-400, as an independent calculation. */
const whole = (d: Decimal) => d.mantissa * 10n ** BigInt(d.expo + FINEST);
const text = (d: Decimal | null) => d && toDecimalString(d);

describe('compareDecimals', () => {
  it('agrees with integers on a common scale', () => {
    fc.assert(
      fc.property(anyFigure, anyFigure, (a, b) => {
        const difference = whole(a) - whole(b);
        const order = Number(difference > 0n) - Number(difference < 0n);
        expect(compareDecimals(a, b)).toBe(order);
        expect(direction(a, b)).toBe(['down', 'flat', 'up'][order + 1]);
      }),
    );
  });
});

describe('sum, difference and product', () => {
  it('are exact', () => {
    fc.assert(
      fc.property(anyFigure, anyFigure, (a, b) => {
        expect(whole(addDecimals(a, b))).toBe(whole(a) + whole(b));
        expect(whole(subtractDecimals(a, b))).toBe(whole(a) - whole(b));
        const product = multiplyDecimals(a, b);
        expect(product.mantissa * 10n ** BigInt(product.expo + 2 * FINEST)).toBe(
          whole(a) * whole(b),
        );
      }),
    );
  });

  it('have the smaller of the two exponents', () => {
    expect(text(addDecimals(figure('1.5'), figure('0.25')))).toBe('1.75');
    expect(text(subtractDecimals(figure('0.1', -8), figure('0.3', -1)))).toBe('-0.20000000');
  });
});

describe('ratio', () => {
  it.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['1', '-8', 2, '-0.13'],
    ['-1', '-8', 2, '0.13'],
    ['0', '5', 2, '0.00'],
    ['64312.45', '2506.79', 2, '25.66'],
    ['1', '0.00000001', 0, '100000000'],
    ['0.00000001', '1', 3, '0.000'],
  ])('%s / %s to %d decimals is %s', (a, b, digits, quotient) => {
    expect(text(ratio(figure(a), figure(b), digits))).toBe(quotient);
  });

  it('is null for a division by zero', () => {
    expect(ratio(figure('1'), figure('0.00'), 2)).toBeNull();
    expect(ratioInBasisPoints(figure('1'), figure('0'), 1)).toBeNull();
    expect(changePercent(figure('1'), figure('0', -8))).toBeNull();
  });

  it('has an error of at most half its last digit', () => {
    fc.assert(
      fc.property(anyFigure, anyFigure, fc.integer({ min: 0, max: 6 }), (a, b, digits) => {
        fc.pre(b.mantissa !== 0n);
        const quotient = ratio(a, b, digits);
        const scale = 10n ** BigInt(digits);
        // |q/scale − a/b| ≤ 1/(2·scale), without fractions.
        const error = (quotient?.mantissa ?? 0n) * whole(b) - whole(a) * scale;
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(
          whole(b) < 0n ? -whole(b) : whole(b),
        );
      }),
    );
  });
});

describe('ratioInBasisPoints', () => {
  it.each([
    ['1', '1', 0, '10000'],
    ['12.50', '64312.45781203', 1, '1.9'],
    ['12.50', '-64312.45781203', 1, '1.9'],
    ['1', '100', 0, '100'],
  ])('%s of %s', (part, all, digits, points) => {
    expect(text(ratioInBasisPoints(figure(part), figure(all), digits))).toBe(points);
  });
});

describe('changePercent', () => {
  it.each([
    ['102.14', '100', '2.14'],
    ['98.63', '100', '-1.37'],
    ['100', '100.000', '0.00'],
    ['-37.63', '18.27', '-305.97'],
    ['-5', '-10', '50.00'],
    ['-15', '-10', '-50.00'],
    ['100.005', '100', '0.01'],
    ['99.995', '100', '-0.01'],
  ])('%s after %s is %s %%', (now, then, percent) => {
    expect(text(changePercent(figure(now), figure(then)))).toBe(percent);
  });

  it('has the given number of decimals', () => {
    expect(text(changePercent(figure('4'), figure('3'), 5))).toBe('33.33333');
  });
});

describe('roundToExponent and magnitude', () => {
  it.each([
    ['2.345', -2, '2.35'],
    ['-2.345', -2, '-2.35'],
    ['2.3449999', -2, '2.34'],
    ['99999.5', 0, '100000'],
    ['1.5', -4, '1.5'],
    ['1499', 3, '1000'],
  ])('%s at 10^%d is %s', (from, expo, to) => {
    expect(text(roundToExponent(figure(from), expo))).toBe(to);
  });

  it.each([
    ['148.3', 2],
    ['1', 0],
    ['0.071', -2],
    ['-0.00001', -5],
    ['0.00', 0],
  ])('the first digit of %s is at 10^%d', (from, at) => {
    expect(magnitude(figure(from))).toBe(at);
  });
});
