import { absoluteDecimal, magnitude, roundToExponent } from './arithmetic.ts';
import { shortFigure } from './badge-text.ts';
import { toDigits, type Decimal } from './decimal.ts';

/** Digits in a line. A minus sign counts as one. */
const LINE = 3;
/** With fewer digits after leading zeros, the badge shows more than the icon. */
const FEWEST = 100n;

/** The upper and the lower line of an icon. */
type IconLines = readonly [string, string];

/**
 * Lays a price out in one line of four characters, above the badge that the browser draws over the
 * lower half of the icon: `81K`, `2507`, `1.09`. `null` if it does not fit: from 1,000,000,000, and
 * if it has no digit in four characters. Other marks would not mean the same in all languages.
 */
export function iconLine(price: Decimal): IconLines | null {
  const text = shortFigure(price, { decimal: '.', marks: ['K', 'M'] });
  return text === null ? null : [text, ''];
}

/**
 * Lays a price out in the two lines of three digits that fit into a toolbar icon: `81`, `303`. From
 * 1,000 the lines break at the thousands. Below, the upper line has the point, even as its last
 * character: `120.`, `137` is not 120,137. Exact digits are rounded half away from zero.
 *
 * @returns `null` if it does not fit: from 1,000,000, below 0.001, and −100 to −999
 */
export function iconLines(price: Decimal): IconLines | null {
  const sign = price.mantissa < 0n ? '-' : '';
  const size = absoluteDecimal(price);
  const above = LINE - sign.length;
  const roundAt = (whole: number): Decimal =>
    roundToExponent(size, whole > LINE ? 0 : whole - above - LINE);
  // Rounding may add a digit: 999.9999 is 1,000.
  const whole = wholeDigits(roundAt(wholeDigits(size)));
  if (whole > 2 * LINE) return null;
  const { integer, fraction } = toDigits(roundAt(whole));
  if (whole > LINE) return [sign + integer.slice(0, -LINE), integer.slice(-LINE)];
  const decimals = fraction.padEnd(above + LINE - whole, '0');
  if (whole > above || BigInt(integer + decimals) < FEWEST) return null;
  return [`${sign}${integer}.${decimals.slice(0, above - whole)}`, decimals.slice(-LINE)];
}

function wholeDigits(size: Decimal): number {
  return Math.max(0, magnitude(size)) + 1;
}
