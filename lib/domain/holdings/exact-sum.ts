// Sums of products of prices, exact until they are rounded once, with the ± that follows from the
// confidences: independent errors of the feeds, added in quadrature.
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

/** A feed whose price multiplies, or divides if inverse. */
export type Factor = CurrencyFeed;

/** `amount` times the feeds' prices. */
export interface Term {
  readonly amount: Rational;
  readonly factors: readonly Factor[];
}

/** The exact value of a sum, and the square of its ±. */
export interface ExactSum {
  readonly value: Rational;
  readonly variance: Rational;
}

// Enough digits of a ± to find the first uncertain digit.
const CONFIDENCE_DIGITS = 4;
// Of a figure without a ± that has no end.
const CERTAIN_DIGITS = 15;

/** The factors without those that cancel out: what is paid in itself has no rate and no error. */
export function withoutPairs(factors: readonly Factor[]): Factor[] {
  return factors.filter(
    (one) => !factors.some(({ id, isInverse }) => id === one.id && isInverse !== one.isInverse),
  );
}

/**
 * The exact sum of `terms`. A feed in several terms has one error, the same in all of them: what is
 * owned and owed at once is certain, and a shared rate does not become surer by being shared.
 *
 * @param quotes of all feeds that do not cancel out; those of inverse factors are positive
 */
export function sumTerms(terms: readonly Term[], quotes: ReadonlyMap<FeedId, Measure>): ExactSum {
  let value = ZERO;
  const errors = new Map<FeedId, Rational>();
  for (const { amount, factors } of terms) {
    const kept = withoutPairs(factors);
    value = add(value, productOf(amount, kept, quotes));
    for (const factor of kept) {
      const error = errorOf({ amount, factors: kept }, factor, quotes);
      errors.set(factor.id, add(errors.get(factor.id) ?? ZERO, error));
    }
  }
  const variance = [...errors.values()].reduce((sum, error) => add(sum, square(error)), ZERO);
  return { value, variance };
}

/**
 * Rounds a sum once, half to even: its last digit is the first uncertain one, or its first digit if
 * the ± is wider than that. The ± has four digits and is rounded up.
 *
 * @returns `null` if the last digit is beyond ±{@link MAX_EXPONENT}
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

/** The place of a decimal fraction's last digit; `null` for any other fraction. */
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
  { amount, factors }: Term,
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
