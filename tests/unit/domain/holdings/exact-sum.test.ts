import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Measure } from '@/lib/domain/currency/cross.ts';
import type { Rational } from '@/lib/domain/currency/rational.ts';
import { roundSum, sumTerms, type Factor, type SumTerm } from '@/lib/domain/holdings/exact-sum.ts';
import { MAX_EXPONENT, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { figure } from '../prices/figures.ts';
import { fraction, type Fraction } from '../currency/fraction.ts';
import { nearestEven } from './nearest-even.ts';

const quote = (price: string, confidence: string): Measure => {
  const decimals = Math.min(figure(price).expo, figure(confidence).expo);
  return { price: figure(price, decimals), confidence: figure(confidence, decimals) };
};
const times1 = (id: string): Factor => ({ id, isInverse: false });
const per = (id: string): Factor => ({ id, isInverse: true });

const ONE = { numerator: 1n, denominator: 1n };

describe('a product of prices', () => {
  it.each([
    // 64312.45 / 1.08421 = 59317.34…; ± 59317.34 × √(0.000194² + 0.0000738²) = 12.33…
    ['direct and inverse', [times1('btc'), per('eur')], '59317', '12.34'],
    ['two legs', [times1('btc'), per('eur'), times1('jpy')], '8870600', '1860'],
    ['one feed', [times1('btc')], '64312', '12.50'],
    ['itself', [times1('btc'), per('btc')], '1', '0'],
  ] as const)('%s', (_, factors, value, confidence) => {
    const quotes = new Map([
      ['btc', quote('64312.45781203', '12.5')],
      ['eur', quote('1.08421', '0.00008')],
      ['jpy', quote('149.545', '0.004')],
    ]);
    const result = roundSum(sumTerms([{ amount: ONE, factors }], quotes));
    expect(result && toDecimalString(result.price)).toBe(value);
    expect(result && toDecimalString(result.confidence)).toBe(confidence);
  });

  it('keeps a digit if the ± is wider than the figure', () => {
    const quotes = new Map([['wide', quote('4', '5000')]]);
    const result = roundSum(sumTerms([{ amount: ONE, factors: [times1('wide')] }], quotes));
    expect(result && toDecimalString(result.price)).toBe('4');
  });

  it('is refused beyond the largest exponents', () => {
    const squared = (expo: number) => {
      const price = { mantissa: 3n, expo };
      const far = { price, confidence: { mantissa: 1n, expo } };
      const factors = [times1('far'), times1('further')];
      const quotes = new Map([
        ['far', far],
        ['further', far],
      ]);
      return roundSum(sumTerms([{ amount: ONE, factors }], quotes));
    };
    expect(squared(-400)).toBeNull();
    expect(squared(400)).toBeNull();
    expect(squared(-150)).not.toBeNull();
  });
});

const anyExponent = fc.oneof(fc.integer({ min: -12, max: 3 }), fc.integer({ min: -400, max: 400 }));
const anyPositive = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 60n }),
);
const anyQuote = fc
  .tuple(anyPositive, fc.bigInt({ min: 0n, max: 10n ** 9n }), anyExponent)
  .map(([mantissa, confidence, expo]): Measure => ({
    price: { mantissa, expo },
    confidence: { mantissa: confidence, expo },
  }));
const anyAmount: fc.Arbitrary<Rational> = fc.record({
  numerator: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 18n }),
});
const FEEDS = ['a', 'b', 'c', 'd'];
const anyQuotes = fc
  .tuple(anyQuote, anyQuote, anyQuote, anyQuote)
  .map((quotes) => new Map(quotes.map((each, index) => [FEEDS[index] ?? '', each])));
const anyTerm = fc.record({
  amount: anyAmount,
  factors: fc
    .subarray(FEEDS, { minLength: 1, maxLength: 3 })
    .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(times1(id), per(id))))),
});

describe('any sum of products', () => {
  it('is the exact sum, and its ± that of independent feeds', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { minLength: 1, maxLength: 4 }), anyQuotes, (terms, quotes) => {
        const { value, variance } = sumTerms(terms, quotes);
        const total = terms.map((term) => product(term, quotes)).reduce(plus);
        expect(asFraction(value).compare(total)).toBe(0);
        const squares = FEEDS.map((id) => {
          const moved = terms.map((term) => slope(term, id, quotes)).reduce(plus);
          return moved.times(moved);
        });
        expect(asFraction(variance).compare(squares.reduce(plus))).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('is rounded once, half to even, where a tenth of the ± lies; the ± is never too small', () => {
    fc.assert(
      fc.property(anyTerm, anyQuotes, (term, quotes) => {
        const sum = sumTerms([term], quotes);
        const rounded = roundSum(sum);
        if (rounded === null) return;
        const { price: value, confidence } = rounded;
        expect(value.mantissa).toBe(nearestEven(product(term, quotes), value.expo));
        const squared = asFraction(sum.variance);
        const root = fraction(confidence);
        expect(root.times(root).compare(squared)).toBeGreaterThanOrEqual(0);
        if (confidence.mantissa === 0n) return;
        const smaller = fraction({ ...confidence, mantissa: confidence.mantissa - 1n });
        expect(smaller.times(smaller).compare(squared)).toBeLessThan(0);
        // Ten of the last digit are less than the ± and a hundred are not, unless no digit is left.
        const isFirst = String(value.mantissa).replace('-', '').length <= 2;
        const unit = (mantissa: bigint) => fraction({ mantissa, expo: value.expo });
        expect(isFirst || unit(10n).compare(root) < 0).toBe(true);
        expect(isFirst || unit(100n).compare(root) >= 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has no exponent beyond the limit', () => {
    fc.assert(
      fc.property(anyTerm, anyQuotes, (term, quotes) => {
        const rounded = roundSum(sumTerms([term], quotes));
        expect(Math.abs(rounded?.price.expo ?? 0)).toBeLessThanOrEqual(MAX_EXPONENT);
        expect(Math.abs(rounded?.confidence.expo ?? 0)).toBeLessThanOrEqual(MAX_EXPONENT);
      }),
    );
  });
});

function asFraction({ numerator, denominator }: Rational): Fraction {
  return fraction({ mantissa: numerator, expo: 0 }).over(
    fraction({ mantissa: denominator, expo: 0 }),
  );
}

function plus(a: Fraction, b: Fraction): Fraction {
  return a.plus(b);
}

function product({ amount, factors }: SumTerm, quotes: ReadonlyMap<string, Measure>): Fraction {
  return factors.reduce((all, { id, isInverse }) => {
    const price = fraction(quotes.get(id)?.price ?? figure('0'));
    return isInverse ? all.over(price) : all.times(price);
  }, asFraction(amount));
}

/** The derivative times the ±, from the rule for powers: d(x^p) / x^p = p × dx / x. */
function slope(term: SumTerm, id: string, quotes: ReadonlyMap<string, Measure>): Fraction {
  const factor = term.factors.find((each) => each.id === id);
  const known = quotes.get(id);
  if (!factor || !known) return fraction(figure('0'));
  const relative = fraction(known.confidence).over(fraction(known.price));
  const moved = product(term, quotes).times(relative);
  return factor.isInverse ? fraction(figure('0')).minus(moved) : moved;
}
