import { firstUncertainPlace } from '../prices/format-price.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import type { StoredPrice } from '../prices/stored-price.ts';
import {
  add,
  invert,
  multiply,
  ONE,
  roughMagnitude,
  roundHalfEven,
  square,
  squareRootUp,
  toRational,
  type Rational,
} from './rational.ts';
import type { ConversionRoute } from './route.ts';

/** A number with its confidence, at the same exponent. */
export interface Measure {
  readonly price: Decimal;
  readonly confidence: Decimal;
}

/** A price that multiplies or divides an amount. */
export interface Leg extends Measure {
  readonly isInverse: boolean;
}

/** `null` if a number cannot be read. */
export function quoteOf({
  price,
  conf,
  expo,
}: Pick<StoredPrice, 'price' | 'conf' | 'expo'>): Measure | null {
  const [figure, confidence] = [toDecimal(price, expo), toDecimal(conf, expo)];
  return figure && confidence && { price: figure, confidence };
}

// Digits of a result without a confidence.
const EXACT_DIGITS = 15;
// Enough to find the first uncertain digit.
const ROUGH_DIGITS = 4;

/**
 * Converts an amount exactly by one leg or two and a fixed factor. The result is rounded once, half
 * to even, at the first uncertain digit. The confidence adds relative errors in quadrature and is
 * rounded up there. `null` if a leg is not positive.
 */
export function cross(figure: Measure, legs: readonly Leg[], factor = ONE): Measure | null {
  if (legs.some(({ price }) => price.mantissa <= 0n)) return null;
  const rate = legs.map(rateOf).reduce(multiply, factor);
  const value = multiply(toRational(figure.price), rate);
  const variance = varianceOf(figure, legs, rate);
  const place = lastPlace(value, variance);
  return { price: roundHalfEven(value, place), confidence: squareRootUp(variance, place) };
}

/**
 * Converts along a route.
 * @param prices prices of the legs, in order
 */
export function crossAlong(
  { legs, factor }: ConversionRoute,
  figure: Measure | null,
  prices: readonly (Measure | null)[],
): Measure | null {
  const rates = prices.flatMap((price, at) =>
    price ? { ...price, isInverse: legs[at]?.isInverse ?? false } : [],
  );
  return figure && rates.length === prices.length ? cross(figure, rates, factor) : null;
}

function rateOf({ price, isInverse }: Leg): Rational {
  return isInverse ? invert(toRational(price)) : toRational(price);
}

/** rate² × (c² + p² × Σ(cᵢ / pᵢ)²), valid even for p = 0. */
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
  // An uncertain result still shows its first digit.
  return value.numerator === 0n ? uncertain : Math.min(uncertain, roughMagnitude(value));
}
