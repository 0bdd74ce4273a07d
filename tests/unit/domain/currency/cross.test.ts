import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cross, type Leg, type Measure } from '@/lib/domain/currency/cross.ts';
import { unitsPerPriced } from '@/lib/domain/currency/currencies.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { fraction, type Fraction } from './fraction.ts';

function measure(price: string, confidence = '0'): Measure {
  return { price: decimal(price), confidence: decimal(confidence) };
}

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`Not a decimal: ${text}`);
  return parsed;
}

function leg(price: string, confidence = '0', isInverse = false): Leg {
  return { ...measure(price, confidence), isInverse };
}

describe('a figure in another currency', () => {
  it('is multiplied with the price of its currency, and divided by that of the other', () => {
    const inEuros = cross(measure('64000', '10'), [leg('1.25', '0', true)]);
    expect(toDecimalString(inEuros!.price)).toBe('51200.0');
    const inYen = cross(measure('2', '0.01'), [leg('150', '0')]);
    expect(toDecimalString(inYen!.price)).toBe('300.0');
    expect(toDecimalString(inYen!.confidence)).toBe('1.5');
  });

  it('goes through the dollar', () => {
    // 3,000 yen at 150 yen a dollar are 20 dollars, and 16 euros at 1.25 dollars a euro.
    const inEuros = cross(measure('3000'), [leg('150', '0', true), leg('1.25', '0', true)]);
    expect(Number(toDecimalString(inEuros!.price))).toBe(16);
  });

  it('adds relative errors in quadrature, rounded up', () => {
    // 3 % and 4 % make 5 %.
    const result = cross(measure('100', '3'), [leg('2', '0.08')]);
    expect(toDecimalString(result!.confidence)).toBe('10.0');
    const odd = cross(measure('1', '0.1'), [leg('3', '0.3')]);
    expect(toDecimalString(odd!.confidence)).toBe('0.43');
  });

  it('has a confidence at a price of zero, and keeps its sign', () => {
    expect(toDecimalString(cross(measure('0', '1'), [leg('2', '0.5')])!.confidence)).toBe('2.0');
    const uncertain = cross(measure('0', '1000'), [leg('2', '0.5')])!;
    expect(uncertain.price).toEqual({ mantissa: 0n, expo: uncertain.confidence.expo });
    expect(uncertain.confidence).toEqual({ mantissa: 20n, expo: 2 });
    expect(toDecimalString(cross(measure('4', '5000'), [leg('64000', '0', true)])!.price)).toBe(
      '0.00006',
    );
    expect(toDecimalString(cross(measure('-5', '0.1'), [leg('2')])!.price)).toBe('-10.00');
  });

  it('does not exist at a price of a currency that is not positive', () => {
    expect(cross(measure('1'), [leg('0')])).toBeNull();
    expect(cross(measure('1'), [leg('-1.2', '0', true)])).toBeNull();
  });

  it('is of gold by the gram: 31.1034768 g are a troy ounce', () => {
    const ounce = leg('3110.34768', '0', true);
    const grams = cross(measure('100', '0.001'), [ounce], unitsPerPriced('XAU-g'));
    expect(Number(toDecimalString(grams!.price))).toBe(1);
  });

  it('stays fast for the largest numbers that are accepted', () => {
    const huge = { mantissa: 10n ** 999n - 1n, expo: 400 };
    const tiny = { mantissa: 10n ** 999n - 7n, expo: -400 };
    const result = cross({ price: huge, confidence: tiny }, [
      { price: tiny, confidence: huge, isInverse: true },
      { price: huge, confidence: tiny, isInverse: true },
    ]);
    expect(result).not.toBeNull();
  });
});

const decimals = (least: bigint) =>
  fc.record({ mantissa: fc.bigInt(least, 10n ** 20n), expo: fc.integer({ min: -14, max: 6 }) });

const legs = fc.array(
  fc.record({ price: decimals(1n), confidence: decimals(0n), isInverse: fc.boolean() }),
  { maxLength: 2 },
);

describe('for any figure', () => {
  it('the price is the exact quotient, rounded once, half to even', () => {
    fc.assert(
      fc.property(decimals(-(10n ** 20n)), decimals(0n), legs, (price, confidence, each) => {
        const result = cross({ price, confidence }, each);
        const exact = each.reduce(
          (value, { price: rate, isInverse }) =>
            isInverse ? value.over(fraction(rate)) : value.times(fraction(rate)),
          fraction(price),
        );
        expect(isHalfEven(exact, result!.price)).toBe(true);
      }),
    );
  });

  it('the confidence is the least of its digits that reaches the root of the variance', () => {
    fc.assert(
      fc.property(decimals(-(10n ** 20n)), decimals(0n), legs, (price, confidence, each) => {
        const result = cross({ price, confidence }, each)!;
        const variance = varianceOf({ price, confidence }, each);
        const found = fraction(result.confidence);
        expect(found.times(found).compare(variance)).toBeGreaterThanOrEqual(0);
        if (result.confidence.mantissa === 0n) return;
        const less = fraction({ ...result.confidence, mantissa: result.confidence.mantissa - 1n });
        expect(less.times(less).compare(variance)).toBeLessThan(0);
        expect(result.confidence.mantissa).toBeGreaterThanOrEqual(10n);
        expect(result.confidence.expo).toBe(result.price.expo);
      }),
    );
  });

  it('the last digit is the first uncertain one', () => {
    fc.assert(
      fc.property(decimals(1n), decimals(1n), legs, (price, confidence, each) => {
        const { price: shown, confidence: found } = cross({ price, confidence }, each)!;
        // A completely uncertain figure still shows its first digit.
        if (found.mantissa > shown.mantissa) return;
        const unit = fraction({ mantissa: 1n, expo: shown.expo });
        const tenth = fraction({ ...found, expo: found.expo - 1 });
        expect(unit.compare(tenth)).toBeLessThan(0);
        expect(
          unit.times(fraction({ mantissa: 10n, expo: 0 })).compare(tenth),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

/** The relative variances, added and multiplied with the square of the converted price. */
function varianceOf({ price, confidence }: Measure, each: readonly Leg[]): Fraction {
  const rate = each.reduce(
    (value, { price: by, isInverse }) =>
      isInverse ? value.over(fraction(by)) : value.times(fraction(by)),
    fraction({ mantissa: 1n, expo: 0 }),
  );
  const own = fraction(confidence).times(rate);
  return each.reduce((sum, { price: by, confidence: error }) => {
    const part = fraction(price).times(rate).times(fraction(error)).over(fraction(by));
    return sum.plus(part.times(part));
  }, own.times(own));
}

function isHalfEven(exact: Fraction, rounded: Decimal): boolean {
  const half = fraction({ mantissa: 5n, expo: rounded.expo - 1 });
  const distance = exact.minus(fraction(rounded)).absolute().compare(half);
  return distance < 0 || (distance === 0 && rounded.mantissa % 2n === 0n);
}
