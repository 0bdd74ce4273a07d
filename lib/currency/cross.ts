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

// Digits of a result without a confidence, and of a confidence.
const EXACT_DIGITS = 15;
const CONFIDENCE_DIGITS = 4;

/**
 * Converts a figure by one leg or two, and by a fixed factor, exactly: it is rounded once, half to
 * even, at the first digit that is not certain. The confidence adds the relative errors in
 * quadrature, as for independent errors, and is rounded up.
 *
 * @returns `null` if a leg is not positive: no currency is worth nothing
 */
export function cross(figure: Measure, legs: readonly Leg[], factor = ONE): Measure | null {
  if (legs.some(({ price }) => price.mantissa <= 0n)) return null;
  const rate = legs.map(rateOf).reduce(multiply, factor);
  const value = multiply(toRational(figure.price), rate);
  const confidence = crossConfidence(figure, legs, rate);
  return { price: roundHalfEven(value, lastPlace(value, confidence)), confidence };
}

function rateOf({ price, isInverse }: Leg): Rational {
  return isInverse ? invert(toRational(price)) : toRational(price);
}

/** rate × √(c² + p² × Σ(cᵢ / pᵢ)²), which also holds for a figure of zero. */
function crossConfidence(
  { price, confidence }: Measure,
  legs: readonly Leg[],
  rate: Rational,
): Decimal {
  const relative = legs.map((leg) =>
    square(multiply(toRational(leg.confidence), invert(toRational(leg.price)))),
  );
  const fromLegs = relative.map((each) => multiply(square(toRational(price)), each));
  const variance = [square(toRational(confidence)), ...fromLegs].reduce(add);
  const scaled = multiply(variance, square(rate));
  if (scaled.numerator === 0n) return { mantissa: 0n, expo: 0 };
  const place = Math.floor(roughMagnitude(scaled) / 2) - CONFIDENCE_DIGITS + 1;
  return squareRootUp(scaled, place);
}

function lastPlace(value: Rational, confidence: Decimal): number {
  if (confidence.mantissa !== 0n) return firstUncertainPlace(confidence);
  return roughMagnitude(value) - EXACT_DIGITS + 1;
}

function square(r: Rational): Rational {
  return multiply(r, r);
}
