/**
 * `mantissa` × 10^`expo`. The exponent is also the precision sent: −8 means eight decimals,
 * including trailing zeros.
 */
export type Decimal = { readonly mantissa: bigint; readonly expo: number };

/** BigInt operations on a longer mantissa would hang a page. */
export const MAX_DIGITS = 1000;
/** Beyond ± this, each step would print another zero. */
export const MAX_EXPONENT = 400;

const MANTISSA = /^-?\d+$/;
const PLAIN_DECIMAL = /^([+\-−]?)(\d*)(?:\.(\d*))?$/;

/** Parses `price` or `conf`: an optional minus and 1 to {@link MAX_DIGITS} digits. */
export function parseMantissa(text: string): bigint | null {
  if (text.length > MAX_DIGITS + 1 || !MANTISSA.test(text)) return null;
  return countDigits(text) > MAX_DIGITS ? null : BigInt(text);
}

/**
 * `null` for invalid digits, and for an exponent that is not an integer or is beyond ±{@link
 * MAX_EXPONENT}.
 */
export function toDecimal(digits: string, expo: number): Decimal | null {
  if (!isExponent(expo)) return null;
  const mantissa = parseMantissa(digits);
  return mantissa === null ? null : { mantissa, expo };
}

/**
 * Parses a plain decimal with `.` and an optional sign. No grouping: `1,234` means different
 * numbers in different countries. The exponent is minus the number of decimals.
 */
export function parseDecimal(text: string): Decimal | null {
  const trimmed = text.length > 4 * MAX_DIGITS ? '' : text.trim();
  const [, sign = '', whole = '', fraction = ''] = PLAIN_DECIMAL.exec(trimmed) ?? [];
  const digits = whole + fraction;
  if (digits === '' || digits.length > MAX_DIGITS || fraction.length > MAX_EXPONENT) return null;
  const mantissa = BigInt(digits);
  return {
    mantissa: sign === '' || sign === '+' ? mantissa : -mantissa,
    expo: 0 - fraction.length,
  };
}

/** All digits: `-0.05`, `64312.45781203`; zero at expo −2 is `0.00`. */
export function toDecimalString(d: Decimal): string {
  const { integer, fraction } = toDigits(d);
  const sign = d.mantissa < 0n ? '-' : '';
  return fraction === '' ? sign + integer : `${sign}${integer}.${fraction}`;
}

/** Without trailing zeros after the point: `64312.5`, `65000`. */
export function toShortDecimalString(d: Decimal): string {
  const text = toDecimalString(d);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The digits of |d| before the point (at least one) and after it (−expo of them). */
export function toDigits(d: Decimal): { integer: string; fraction: string } {
  const digits = String(absolute(d.mantissa));
  if (d.expo >= 0) {
    return { integer: d.mantissa === 0n ? '0' : digits + '0'.repeat(d.expo), fraction: '' };
  }
  const decimals = -d.expo;
  const padded = digits.padStart(decimals + 1, '0');
  return { integer: padded.slice(0, -decimals), fraction: padded.slice(-decimals) };
}

/** For charts only. ±Infinity beyond the range of a double. */
export function toNumber(d: Decimal): number {
  return Number(`${d.mantissa}e${d.expo}`);
}

export function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function isExponent(expo: number): boolean {
  return Number.isInteger(expo) && Math.abs(expo) <= MAX_EXPONENT;
}

function countDigits(text: string): number {
  return text.startsWith('-') ? text.length - 1 : text.length;
}
