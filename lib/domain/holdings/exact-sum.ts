// Exact sums of products of prices, rounded once. Independent errors of the feeds add in
// quadrature.
import type { Measure } from '../currency/cross.ts';
import {
  absoluteRational,
  add,
  invert,
  multiply,
  negate,
  ONE,
  roughMagnitude,
  roundHalfEven,
  square,
  squareRootUp,
  toRational,
  ZERO,
  type Rational,
} from '../currency/rational.ts';
import { exponentOf, magnitude } from '../prices/arithmetic.ts';
import { MAX_EXPONENT, type Decimal } from '../prices/decimal.ts';
import { firstUncertainPlace } from '../prices/format-price.ts';
import type { CurrencyFeed } from '../currency/currency-feed.ts';
import type { FeedId } from '../../base/units.ts';

/** Multiplies, or divides if inverse. */
export type Factor = CurrencyFeed;

export interface SumTerm {
  readonly amount: Rational;
  readonly factors: readonly Factor[];
}

/** A term with its prices, and its error from the ± of each price. */
export interface ValuedTerm {
  readonly value: Rational;
  readonly errors: readonly (readonly [FeedId, Rational])[];
}

/** A sum and the square of its ±. */
interface ExactSum {
  readonly value: Rational;
  readonly variance: Rational;
}

// Enough to find the first uncertain digit.
const CONFIDENCE_DIGITS = 4;
// Digits of an endless fraction without a ±.
const CERTAIN_DIGITS = 15;

/** Removes factors that cancel out: a price in its own currency has no rate and no error. */
export function withoutPairs(factors: readonly Factor[]): Factor[] {
  return factors.filter(
    (one) => !factors.some(({ id, isInverse }) => id === one.id && isInverse !== one.isInverse),
  );
}

/**
 * A feed in several terms has one error, so an amount that is owned and owed at once has no
 * uncertainty.
 * @param quotes prices of feeds that do not cancel out; inverse ones are positive
 */
export function sumTerms(
  terms: readonly SumTerm[],
  quotes: ReadonlyMap<FeedId, Measure>,
): ExactSum {
  return sumValuedTerms(terms.map((term) => evaluateTerm(term, quotes)));
}

/** The value of {@link sumTerms} alone, which is several times faster. */
export function sumWithoutErrors(
  terms: readonly SumTerm[],
  quotes: ReadonlyMap<FeedId, Measure>,
): Rational {
  return terms
    .map(({ amount, factors }) => productOf(amount, withoutPairs(factors), quotes))
    .reduce(add, ZERO);
}

/**
 * The part that a term adds to a sum.
 * @param quotes as for {@link sumTerms}
 */
export function evaluateTerm(
  { amount, factors }: SumTerm,
  quotes: ReadonlyMap<FeedId, Measure>,
): ValuedTerm {
  const kept = withoutPairs(factors);
  return {
    value: productOf(amount, kept, quotes),
    errors: kept.map((factor) => [factor.id, errorOf({ amount, factors: kept }, factor, quotes)]),
  };
}

export function sumValuedTerms(parts: readonly ValuedTerm[]): ExactSum {
  let value = ZERO;
  const errors = new Map<FeedId, Rational>();
  for (const part of parts) {
    value = add(value, part.value);
    for (const [id, error] of part.errors) {
      const before = errors.get(id);
      errors.set(id, before ? add(before, error) : error);
    }
  }
  const variance = [...errors.values()].reduce((sum, error) => add(sum, square(error)), ZERO);
  return { value, variance };
}

/**
 * Rounds once, half to even, at the first uncertain digit, or the first digit if the ± is wider.
 * The ± has four digits and is rounded up. `null` beyond ±{@link MAX_EXPONENT}.
 */
export function roundSum({ value, variance }: ExactSum): Measure | null {
  const confidence = rootOf(variance);
  if (value.numerator === 0n && confidence.mantissa === 0n) {
    return { price: confidence, confidence };
  }
  const place = lastPlace(value, confidence);
  if (Math.abs(place) > MAX_EXPONENT || Math.abs(confidence.expo) > MAX_EXPONENT) return null;
  return { price: roundHalfEven(value, place), confidence };
}

function lastPlace(value: Rational, confidence: Decimal): number {
  const leading = value.numerator === 0n ? null : magnitudeOf(value);
  if (confidence.mantissa === 0n) return endOf(value) ?? (leading ?? 0) + 1 - CERTAIN_DIGITS;
  const place = firstUncertainPlace(confidence);
  return leading === null ? place : Math.min(place, leading);
}

/** Exponent of the last digit of a finite decimal fraction; `null` for an endless one. */
function endOf({ denominator }: Rational): number | null {
  const exponent = exponentOf(denominator);
  return exponent === null ? null : -exponent;
}

function magnitudeOf(value: Rational): number {
  const place = roughMagnitude(value) - 1;
  const shift = multiply(
    absoluteRational(value),
    invert(toRational({ mantissa: 1n, expo: place })),
  );
  return magnitude({ mantissa: shift.numerator / shift.denominator, expo: place });
}

function productOf(
  amount: Rational,
  factors: readonly Factor[],
  quotes: ReadonlyMap<FeedId, Measure>,
): Rational {
  return factors.reduce((product, { id, isInverse }) => {
    const quote = quotes.get(id);
    const price = quote ? toRational(quote.price) : ONE;
    return multiply(product, isInverse ? invert(price) : price);
  }, amount);
}

/** How far a term moves if this factor's price moves up by its ±. */
function errorOf(
  { amount, factors }: SumTerm,
  factor: Factor,
  quotes: ReadonlyMap<FeedId, Measure>,
): Rational {
  const quote = quotes.get(factor.id);
  if (!quote) return ZERO;
  const others = factors.filter((other) => other !== factor);
  const moved = multiply(productOf(amount, others, quotes), toRational(quote.confidence));
  if (!factor.isInverse) return moved;
  return negate(multiply(moved, square(invert(toRational(quote.price)))));
}

function rootOf(variance: Rational): Decimal {
  if (variance.numerator === 0n) return { mantissa: 0n, expo: 0 };
  const leading = Math.floor(magnitudeOf(variance) / 2);
  return squareRootUp(variance, leading + 1 - CONFIDENCE_DIGITS);
}
