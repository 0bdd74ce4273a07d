import { absolute, type Decimal } from './decimal.ts';

const HUNDRED: Decimal = { mantissa: 100n, expo: 0 };
const TEN_THOUSAND: Decimal = { mantissa: 10_000n, expo: 0 };
const POWERS = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n));

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = align(a, b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The result has the smaller of the two exponents. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, expo] = align(a, b);
  return { mantissa: left + right, expo };
}

/** The result has the smaller of the two exponents. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, expo] = align(a, b);
  return { mantissa: left - right, expo };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { mantissa: a.mantissa * b.mantissa, expo: a.expo + b.expo };
}

export function distanceBetween(a: Decimal, b: Decimal): Decimal {
  return absoluteDecimal(subtractDecimals(a, b));
}

export function absoluteDecimal(d: Decimal): Decimal {
  return d.mantissa < 0n ? { mantissa: -d.mantissa, expo: d.expo } : d;
}

/** a / b, rounded half away from zero; `null` if b is zero. @param digits decimals, ≥ 0 */
export function ratio(a: Decimal, b: Decimal, digits: number): Decimal | null {
  if (b.mantissa === 0n) return null;
  const shift = a.expo - b.expo + digits;
  const mantissa =
    shift >= 0
      ? divideRounded(a.mantissa * powerOfTen(shift), b.mantissa)
      : divideRounded(a.mantissa, b.mantissa * powerOfTen(-shift));
  return { mantissa, expo: 0 - digits };
}

/**
 * `part` in ten-thousandths of |whole|: 12.50 of 64,312 is 1.9 bp. `null` if `whole` is zero.
 * @param digits decimals
 */
export function ratioInBasisPoints(part: Decimal, whole: Decimal, digits: number): Decimal | null {
  return ratio(multiplyDecimals(part, TEN_THOUSAND), absoluteDecimal(whole), digits);
}

/**
 * The change in percent of |then|, so the sign is the direction even for negative prices. `null` if
 * `then` is zero.
 */
export function changePercent(now: Decimal, then: Decimal, digits = 2): Decimal | null {
  const change = multiplyDecimals(subtractDecimals(now, then), HUNDRED);
  return ratio(change, absoluteDecimal(then), digits);
}

export function direction(now: Decimal, then: Decimal): 'up' | 'down' | 'flat' {
  return directionOf(subtractDecimals(now, then));
}

export function directionOf({ mantissa }: Decimal): 'up' | 'down' | 'flat' {
  if (mantissa === 0n) return 'flat';
  return mantissa > 0n ? 'up' : 'down';
}

/** Rounds half away from zero. No change if `d.expo` ≥ `expo`. */
export function roundToExponent(d: Decimal, expo: number): Decimal {
  if (d.expo >= expo) return d;
  return { mantissa: divideRounded(d.mantissa, powerOfTen(expo - d.expo)), expo };
}

/** The power of ten of the leading digit: 2 for 148.3, −2 for 0.071, 0 for zero. */
export function magnitude(d: Decimal): number {
  if (d.mantissa === 0n) return 0;
  return String(absolute(d.mantissa)).length - 1 + d.expo;
}

/** `null` for other numbers. */
export function exponentOf(power: bigint): number | null {
  const digits = String(power);
  return /^10*$/.test(digits) ? digits.length - 1 : null;
}

/** 10^n for n ≥ 0. */
export function powerOfTen(n: number): bigint {
  return POWERS[n] ?? 10n ** BigInt(n);
}

function align(a: Decimal, b: Decimal): [left: bigint, right: bigint, expo: number] {
  if (a.expo === b.expo) return [a.mantissa, b.mantissa, a.expo];
  if (a.expo > b.expo) return [a.mantissa * powerOfTen(a.expo - b.expo), b.mantissa, b.expo];
  return [a.mantissa, b.mantissa * powerOfTen(b.expo - a.expo), a.expo];
}

function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (absolute(remainder) * 2n < absolute(denominator)) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}
