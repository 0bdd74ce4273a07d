import { t } from '../../base/locale/t.ts';
import {
  absoluteDecimal,
  exponentOf,
  magnitude,
  roundToExponent,
  powerOfTen,
  subtractDecimals,
} from './arithmetic.ts';
import { absolute, type Decimal, toDigits } from './decimal.ts';
import { numberStyle, percentSign, groupDigits, type NumberStyle } from './number-style.ts';

export type FormatPriceOptions = {
  /** `all`: every digit. `row`: about six significant digits, in about 12 characters. */
  digits: 'all' | 'row';
  /** Missing or zero: every digit counts as certain. */
  confidence?: Decimal | null | undefined;
  /** A BCP 47 tag. Default: the browser's locale. */
  locale?: string | undefined;
  /** `always` also writes a plus, as for a change. */
  sign?: 'negative' | 'always' | undefined;
};

/** Decimals for a magnitude (the power of ten of the first digit). */
type Precision = (magnitude: number) => number;

const MINUS = '\u2212';
/** From here, a number is written in billions or trillions, or with a power of ten. */
const COMPACT_FROM = 9;
const POWERS_FROM = 15;

/**
 * Formats a price from its exact digits with the locale's separators and a U+2212 minus. Decimals
 * depend only on magnitude and exponent, so the width does not change with every tick. A row:
 * 64,312.45, 148.321, 1.08421, `0.0₅1042`, 1.23457T, `1.235 × 10²⁷`, rounded half away from zero.
 */
export function formatPrice(price: Decimal, options: FormatPriceOptions): FormattedPrice {
  const layout: Layout = {
    style: numberStyle(options.locale),
    sign: signOf(price, options.sign),
    uncertainFrom: firstUncertainPlace(options.confidence),
  };
  return options.digits === 'all'
    ? layOutPlain(price, layout)
    : shorten(price, rowDecimals, layout);
}

/** `±12.50`, `±0.083`, `±0.0₈31`: at least two significant digits. */
export function formatConfidence(confidence: Decimal, locale?: string): string {
  return shortText(absoluteDecimal(confidence), confidenceDecimals, locale, '±');
}

/** With its sign: `+2.14%`, `0.00%`. */
export function formatPercent(percent: Decimal, locale?: string): string {
  const { before, after } = percentSign(locale);
  const sign = signOf(percent, 'always');
  return sign + before + shortText(percent, percentDecimals, locale, '') + after;
}

/** How far a price is from an earlier one, with as many decimals as it has in a row: `−280.61`. */
export function changeAmount(price: Decimal, from: Decimal): string {
  const place = lastRowPlace(price);
  const amount = subtractDecimals(price, from);
  const sign = signOf(roundToExponent(amount, place), 'always');
  const layout = { style: numberStyle(), sign, uncertainFrom: -Infinity };
  return shorten(amount, () => -place, layout).text;
}

/** `12%`. */
export function formatShare(percent: Decimal, locale?: string): string {
  const { before, after } = percentSign(locale);
  const sign = signOf(percent, 'negative');
  return sign + before + shortText(roundToExponent(percent, 0), () => 0, locale, '') + after;
}

/** −2 for 64,312.45. */
export function lastRowPlace(price: Decimal): number {
  if (price.mantissa === 0n) return -2;
  const at = magnitude(price);
  if (at >= POWERS_FROM) return at - 3;
  return at >= COMPACT_FROM ? at - 5 : -rowDecimals(at);
}

function rowDecimals(at: number): number {
  if (at >= 6) return 0;
  if (at >= 0) return Math.max(2, 5 - at);
  const zeros = -at - 1;
  return zeros + (zeros < COUNTED_ZEROS ? 5 : 4);
}

function confidenceDecimals(at: number): number {
  if (at >= 3) return 0;
  return at >= -1 ? 2 : 1 - at;
}

function percentDecimals(at: number): number {
  return at >= 6 ? 0 : 2;
}

function shortText(d: Decimal, decimals: Precision, locale: string | undefined, sign: string) {
  const layout = { style: numberStyle(locale), sign, uncertainFrom: -Infinity };
  return shorten(d, decimals, layout).text;
}

function shorten(d: Decimal, decimals: Precision, layout: Layout): FormattedPrice {
  if (d.mantissa === 0n) return layOutPlain(roundToExponent(d, -2), layout);
  const at = magnitude(d);
  if (at >= COMPACT_FROM) return compact(d, at, layout);
  const rounded = roundToExponent(d, -decimals(at));
  const after = magnitude(rounded);
  if (rounded.mantissa === 0n || after === at) return layOutShort(rounded, layout);
  // Rounding reached the next magnitude.
  if (after >= COMPACT_FROM) return compact(d, after, layout);
  return layOutShort(roundToExponent(d, -decimals(after)), layout);
}

function layOutShort(d: Decimal, layout: Layout): FormattedPrice {
  return magnitude(d) < -COUNTED_ZEROS ? layOutTiny(d, layout) : layOutPlain(d, layout);
}

function compact(d: Decimal, at: number, layout: Layout): FormattedPrice {
  const digits = at >= POWERS_FROM ? 4 : 6;
  const after = Math.max(at, magnitude(roundToExponent(d, at + 1 - digits)));
  if (after >= POWERS_FROM) {
    return layOutInUnits(d, { unit: after, decimals: 3, mark: powerMark(after) }, layout);
  }
  const unit = after >= 12 ? 12 : 9;
  const mark = t(unit === 12 ? 'price.trillion' : 'price.billion');
  return layOutInUnits(d, { unit, decimals: 5 - (after - unit), mark }, layout);
}

function signOf(d: Decimal, sign: FormatPriceOptions['sign']): string {
  if (d.mantissa < 0n) return MINUS;
  return sign === 'always' && d.mantissa > 0n ? '+' : '';
}

/** The highest place k with 10^k below a tenth of the confidence, without rounding. */
export function firstUncertainPlace(confidence: Decimal | null | undefined): number {
  if (!confidence || confidence.mantissa === 0n) return -Infinity;
  const isPowerOfTen = exponentOf(absolute(confidence.mantissa)) !== null;
  return magnitude(confidence) - (isPowerOfTen ? 2 : 1);
}

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
type Layout = {
  readonly style: NumberStyle;
  readonly sign: string;
  /** The highest uncertain place; −Infinity if every digit is certain. */
  readonly uncertainFrom: number;
};

/** From this many zeros after the point, a subscript shows their count. */
const COUNTED_ZEROS = 4;

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const NO_BREAK_SPACE = '\u00A0';

/** Shows every digit, grouped. */
function layOutPlain(d: Decimal, { style, sign, uncertainFrom }: Layout): FormattedPrice {
  const { integer, fraction } = toDigits(d);
  const whole = groupDigits(integer, style);
  const text = sign + (fraction === '' ? whole : whole + style.decimal + fraction);
  const certainDigits = integer.length - 1 - uncertainFrom;
  return split(text, endOfDigit(text, certainDigits));
}

/** |d| < 1 with a subscript for the zeros after the point: `0.0₅1042`. */
function layOutTiny(d: Decimal, { style, sign, uncertainFrom }: Layout): FormattedPrice {
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
function layOutInUnits(
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
function powerMark(power: number): string {
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
