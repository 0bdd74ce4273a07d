import { powerOfTen } from '../prices/arithmetic.ts';
import { absolute, type Decimal } from '../prices/decimal.ts';

/** A fraction, not necessarily reduced, with a positive denominator. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };
export const ONE: Rational = { numerator: 1n, denominator: 1n };

export function toRational({ mantissa, expo }: Decimal): Rational {
  return expo >= 0
    ? { numerator: mantissa * powerOfTen(expo), denominator: 1n }
    : { numerator: mantissa, denominator: powerOfTen(-expo) };
}

export function multiply(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function square(r: Rational): Rational {
  return multiply(r, r);
}

/** Over the least common denominator, so that totals stay small. */
export function add(a: Rational, b: Rational): Rational {
  const { denominator } = a;
  if (denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator };
  const common = commonDivisor(denominator, b.denominator);
  const [left, right] = [b.denominator / common, denominator / common];
  return { numerator: a.numerator * left + b.numerator * right, denominator: denominator * left };
}

export function negate(r: Rational): Rational {
  return { ...r, numerator: -r.numerator };
}

export function absoluteRational(r: Rational): Rational {
  return r.numerator < 0n ? negate(r) : r;
}

/** The fraction must be positive. */
export function invert({ numerator, denominator }: Rational): Rational {
  return { numerator: denominator, denominator: numerator };
}

/** The nearest multiple of 10^`expo`; ties go to the even multiple. */
export function roundHalfEven({ numerator, denominator }: Rational, expo: number): Decimal {
  const [top, bottom] = scaled(numerator, denominator, expo);
  const quotient = top / bottom;
  const twice = absolute(top % bottom) * 2n;
  const isUp = twice > bottom || (twice === bottom && quotient % 2n !== 0n);
  if (!isUp) return { mantissa: quotient, expo };
  return { mantissa: top < 0n ? quotient - 1n : quotient + 1n, expo };
}

/** The smallest multiple of 10^`expo` whose square is at least r ≥ 0. */
export function squareRootUp({ numerator, denominator }: Rational, expo: number): Decimal {
  const [top, bottom] = scaled(numerator, denominator, 2 * expo);
  const whole = (top + bottom - 1n) / bottom;
  const root = squareRoot(whole);
  return { mantissa: root * root < whole ? root + 1n : root, expo };
}

/** The power of ten of |r|'s leading digit, or one less; 0 for zero. */
export function roughMagnitude({ numerator, denominator }: Rational): number {
  if (numerator === 0n) return 0;
  return String(absolute(numerator)).length - String(denominator).length - 1;
}

function scaled(numerator: bigint, denominator: bigint, expo: number): [bigint, bigint] {
  return expo >= 0
    ? [numerator, denominator * powerOfTen(expo)]
    : [numerator * powerOfTen(-expo), denominator];
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [greater, lesser] = [a, b];
  while (lesser > 0n) [greater, lesser] = [lesser, greater % lesser];
  return greater;
}

/** ⌊√n⌋ by Newton's method, from above. */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
