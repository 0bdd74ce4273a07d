import { firstUncertainPlace } from '../prices/format-price.ts';
import type { Decimal } from '../prices/decimal.ts';
import {
  add,
  invert,
  multiply,
  ONE,
  roughMagnitude,
  roundHalfEven,
  squareRootUp,
  toRational,
  type Rational,
} from './rational.ts';

/** A figure with its confidence, at one exponent. */
export interface Measure {
  readonly price: Decimal;
  readonly confidence: Decimal;
}

/** A price that a figure is multiplied with, or divided by. */
export interface Leg extends Measure {
  readonly isInverse: boolean;
}

// Of a result without a confidence.
const EXACT_DIGITS = 15;
// Enough to find the first uncertain digit.
const ROUGH_DIGITS = 4;

/**
 * Converts a figure by one leg or two, and by a fixed factor, exactly: it is rounded once, half to
 * even, at the first digit that is not certain. The confidence adds the relative errors in
 * quadrature, as for independent errors, and is rounded up at the same digit.
 *
 * @returns both at one exponent; `null` if a leg is not positive: no currency is worth nothing
 */
export function cross(figure: Measure, legs: readonly Leg[], factor = ONE): Measure | null {
  if (legs.some(({ price }) => price.mantissa <= 0n)) return null;
  const rate = legs.map(rateOf).reduce(multiply, factor);
  const value = multiply(toRational(figure.price), rate);
  const variance = varianceOf(figure, legs, rate);
  const place = lastPlace(value, variance);
  return { price: roundHalfEven(value, place), confidence: squareRootUp(variance, place) };
}

function rateOf({ price, isInverse }: Leg): Rational {
  return isInverse ? invert(toRational(price)) : toRational(price);
}

/** rate² × (c² + p² × Σ(cᵢ / pᵢ)²), which also holds for a figure of zero. */
function varianceOf(
  { price, confidence }: Measure,
  legs: readonly Leg[],
  rate: Rational,
): Rational {
  const ofLegs = legs.map((leg) => {
    const relative = multiply(toRational(leg.confidence), invert(toRational(leg.price)));
    return square(multiply(toRational(price), relative));
  });
  return multiply([square(toRational(confidence)), ...ofLegs].reduce(add), square(rate));
}

function lastPlace(value: Rational, variance: Rational): number {
  if (variance.numerator === 0n) return roughMagnitude(value) - EXACT_DIGITS + 1;
  const rough = Math.floor(roughMagnitude(variance) / 2) - ROUGH_DIGITS + 1;
  const uncertain = firstUncertainPlace(squareRootUp(variance, rough));
  // Of a figure that is all uncertain, the first digit is still shown.
  return value.numerator === 0n ? uncertain : Math.min(uncertain, roughMagnitude(value));
}

function square(r: Rational): Rational {
  return multiply(r, r);
}
