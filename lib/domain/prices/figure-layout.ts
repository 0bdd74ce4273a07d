import { magnitude, powerOfTen, roundToExponent } from './arithmetic.ts';
import { absolute, toDigits, type Decimal } from './decimal.ts';
import { groupDigits, type NumberStyle } from './number-style.ts';

/**
 * `text` is `certain` followed by `uncertain`, which starts at the first digit below a tenth of the
 * confidence and includes the separator before it.
 */
export type FormattedPrice = {
  readonly certain: string;
  readonly uncertain: string;
  readonly text: string;
};

/** Places are powers of ten: 0 is the ones digit, −1 the tenths. */
export type Layout = {
  readonly style: NumberStyle;
  readonly sign: string;
  /** The highest uncertain place; −Infinity if every digit is certain. */
  readonly uncertainFrom: number;
};

/** From this many zeros after the point, a subscript shows their count. */
export const COUNTED_ZEROS = 4;

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const NO_BREAK_SPACE = '\u00A0';

/** Shows every digit, grouped. */
export function layOutPlain(d: Decimal, { style, sign, uncertainFrom }: Layout): FormattedPrice {
  const { integer, fraction } = toDigits(d);
  const whole = groupDigits(integer, style);
  const text = sign + (fraction === '' ? whole : whole + style.decimal + fraction);
  const certainDigits = integer.length - 1 - uncertainFrom;
  return split(text, endOfDigit(text, certainDigits));
}

/** |d| < 1 with a subscript for the zeros after the point: `0.0₅1042`. */
export function layOutTiny(d: Decimal, { style, sign, uncertainFrom }: Layout): FormattedPrice {
  const zeros = -magnitude(d) - 1;
  const digits = String(absolute(d.mantissa));
  const start = `${sign}0`;
  const counted = `${style.decimal}0${inDigits(zeros, SUBSCRIPTS)}`;
  const text = start + counted + digits;
  if (uncertainFrom >= 0) return split(text, 0);
  // The subscript counts all zeros, so it cannot be partly dimmed.
  if (uncertainFrom >= -zeros) return split(text, start.length);
  const certainDigits = Math.min(digits.length, -uncertainFrom - 1 - zeros);
  return split(text, start.length + counted.length + certainDigits);
}

/** In units of 10^`unit`: `1.23457T`. */
export function layOutInUnits(
  d: Decimal,
  { unit, decimals, mark }: { unit: number; decimals: number; mark: string },
  layout: Layout,
): FormattedPrice {
  const rounded = roundToExponent(d, unit - decimals);
  const mantissa = rounded.mantissa * powerOfTen(rounded.expo - (unit - decimals));
  const uncertainFrom = layout.uncertainFrom - unit;
  const figure = layOutPlain({ mantissa, expo: 0 - decimals }, { ...layout, uncertainFrom });
  const at = figure.uncertain === '' ? Infinity : figure.certain.length;
  return split(figure.text + mark, at);
}

/** ` × 10²⁷`. */
export function powerMark(power: number): string {
  return `${NO_BREAK_SPACE}×${NO_BREAK_SPACE}10${inDigits(power, SUPERSCRIPTS)}`;
}

function inDigits(n: number, alphabet: string): string {
  return Array.from(String(n), (digit) => alphabet[Number(digit)]).join('');
}

/** The index after the `count`-th digit, or the end of the text. */
function endOfDigit(text: string, count: number): number {
  if (count <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) seen += 1;
    if (seen === count) return index + 1;
  }
  return text.length;
}

function split(text: string, at: number): FormattedPrice {
  return { certain: text.slice(0, at), uncertain: text.slice(at), text };
}
