/**
 * A price figure, exactly: `mantissa` × 10^`expo`. The exponent also tells the precision that the
 * price service gave: −8 means eight decimals, trailing zeros included.
 */
export type Decimal = { readonly mantissa: bigint; readonly expo: number };

/** More digits than this are refused: BigInt work on a hostile mantissa must not hang a page. */
export const MAX_DIGITS = 1000;
/** Exponents beyond ± this are refused: they would be printed as that many zeros. */
export const MAX_EXPONENT = 400;

const MANTISSA = /^-?\d+$/;
const PLAIN_DECIMAL = /^([+\-−]?)(\d*)(?:\.(\d*))?$/;

/**
 * An integer as the price service writes it (`price` and `conf`): an
 * optional minus and 1 to {@link MAX_DIGITS} digits. `null` for anything else.
 */
export function parseMantissa(text: string): bigint | null {
  if (text.length > MAX_DIGITS + 1 || !MANTISSA.test(text)) return null;
  return countDigits(text) > MAX_DIGITS ? null : BigInt(text);
}

/**
 * The figure of a `price` or `conf` string and its `expo`. `null` for bad
 * digits, and for an exponent that is no integer or beyond ±{@link MAX_EXPONENT}.
 */
export function toDecimal(digits: string, expo: number): Decimal | null {
  if (!isExponent(expo)) return null;
  const mantissa = parseMantissa(digits);
  return mantissa === null ? null : { mantissa, expo };
}

/**
 * What a person typed, for example the level of an alert: a plain decimal with `.` as its point and
 * an optional sign. No grouping, since `1,234` means two different figures in two countries.
 * `null` for anything else. The exponent is minus the number of decimals typed.
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

/** The exact figure in plain digits: `-0.05`, `64312.45781203`, zero at expo −2 as `0.00`. */
export function toDecimalString(d: Decimal): string {
  const { integer, fraction } = toDigits(d);
  const sign = d.mantissa < 0n ? '-' : '';
  return fraction === '' ? sign + integer : `${sign}${integer}.${fraction}`;
}

/** The digits of |d| before the point (at least one) and after it (as many as −expo). */
export function toDigits(d: Decimal): { integer: string; fraction: string } {
  const digits = String(absolute(d.mantissa));
  if (d.expo >= 0) {
    return { integer: d.mantissa === 0n ? '0' : digits + '0'.repeat(d.expo), fraction: '' };
  }
  const decimals = -d.expo;
  const padded = digits.padStart(decimals + 1, '0');
  return { integer: padded.slice(0, -decimals), fraction: padded.slice(-decimals) };
}

/** For charts only, where a pixel is coarser than a double; ±Infinity beyond the double's range. */
export function toNumber(d: Decimal): number {
  return Number(`${d.mantissa}e${d.expo}`);
}

/** |n| of a BigInt. */
export function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

function isExponent(expo: number): boolean {
  return Number.isInteger(expo) && Math.abs(expo) <= MAX_EXPONENT;
}

function countDigits(text: string): number {
  return text.startsWith('-') ? text.length - 1 : text.length;
}
