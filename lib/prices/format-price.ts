import { absoluteDecimal, magnitude, roundToExponent } from './arithmetic.ts';
import { absolute, type Decimal } from './decimal.ts';
import {
  COUNTED_ZEROS,
  layOutInUnits,
  layOutPlain,
  layOutTiny,
  powerMark,
  type FormattedPrice,
  type Layout,
} from './figure-layout.ts';
import { numberStyle, percentSign } from './number-style.ts';

export type { FormattedPrice } from './figure-layout.ts';

export type FormatPriceOptions = {
  /** `all`: every digit of the exact figure. `row`: six or so that matter, in about 12 characters. */
  digits: 'all' | 'row';
  /** The ± at the price's own time; every digit counts as certain where there is none, or zero. */
  confidence?: Decimal | null | undefined;
  /** A BCP 47 tag; the browser's own where absent. */
  locale?: string | undefined;
  /** `always` writes a plus before positive figures, as for a change. */
  sign?: 'negative' | 'always' | undefined;
};

/** How many decimals a figure of a magnitude (power of ten of its first digit) is shown with. */
type Precision = (magnitude: number) => number;

const MINUS = '\u2212';
/** From here figures are written in billions and trillions, then with a power of ten. */
const COMPACT_FROM = 9;
const POWERS_FROM = 15;

/**
 * A price for people, made from its exact digits with the locale's separators; a minus is U+2212.
 *
 * The number of decimals follows from magnitude and exponent alone, so a figure does not change
 * its width from tick to tick. In a row: 64,312.45, 148.321, 1.08421, `0.0₅1042` from four zeros
 * after the point on, 1.23457T, `1.235 × 10²⁷`. What a row leaves out is rounded half away from
 * zero: the shown figure is the nearest one that its digits can say.
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

/** The ± of a price with its sign: `±12.50`, `±0.083`, `±0.0₈31`; at least two digits that count. */
export function formatConfidence(confidence: Decimal, locale?: string): string {
  return shortText(absoluteDecimal(confidence), confidenceDecimals, locale, '±');
}

/** A percentage as {@link changePercent} gives it, always with its sign: `+2.14%`, `0.00%`. */
export function formatPercent(percent: Decimal, locale?: string): string {
  const { before, after } = percentSign(locale);
  const sign = signOf(percent, 'always');
  return sign + before + shortText(percent, percentDecimals, locale, '') + after;
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
  // Rounded up into the next magnitude: written as all figures of that magnitude are.
  if (after >= COMPACT_FROM) return compact(d, after, layout);
  return layOutShort(roundToExponent(d, -decimals(after)), layout);
}

function layOutShort(d: Decimal, layout: Layout): FormattedPrice {
  return magnitude(d) < -COUNTED_ZEROS ? layOutTiny(d, layout) : layOutPlain(d, layout);
}

function compact(d: Decimal, at: number, layout: Layout): FormattedPrice {
  const kept = at >= POWERS_FROM ? 4 : 6;
  const after = Math.max(at, magnitude(roundToExponent(d, at + 1 - kept)));
  if (after >= POWERS_FROM) {
    return layOutInUnits(d, { unit: after, decimals: 3, mark: powerMark(after) }, layout);
  }
  const [unit, mark] = after >= 12 ? [12, 'T'] : [9, 'B'];
  return layOutInUnits(d, { unit, decimals: 5 - (after - unit), mark }, layout);
}

function signOf(d: Decimal, sign: FormatPriceOptions['sign']): string {
  if (d.mantissa < 0n) return MINUS;
  return sign === 'always' && d.mantissa > 0n ? '+' : '';
}

/** The highest place k with 10^k below a tenth of the confidence, exactly. */
function firstUncertainPlace(confidence: Decimal | null | undefined): number {
  if (!confidence || confidence.mantissa === 0n) return -Infinity;
  const isPowerOfTen = /^10*$/.test(String(absolute(confidence.mantissa)));
  return magnitude(confidence) - (isPowerOfTen ? 2 : 1);
}
