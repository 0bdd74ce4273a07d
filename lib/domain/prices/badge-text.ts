import { t } from '../../base/locale/t.ts';
import { absoluteDecimal, magnitude, roundToExponent } from './arithmetic.ts';
import { toDigits, type Decimal } from './decimal.ts';
import { numberStyle } from './number-style.ts';

const WIDTH = 4;

interface Notation {
  decimal: string;
  /** Marks of thousands, millions and so on. */
  marks: readonly string[];
}

const MARKS = ['badge.thousand', 'badge.million', 'badge.billion', 'badge.trillion'] as const;

const localNotation = (): Notation => ({
  decimal: numberStyle().decimal,
  marks: MARKS.map((key) => t(key)),
});

/**
 * At most four characters: `64K`, `2507`, `1.09`, `.071`, `-.6M`. If no digit fits, the order of
 * magnitude: `7e-4`, `3e15`, `e-12`, else `>e99`, `<-e9`, `~0` or `-~0`. A missing price is an en
 * dash. Rounds half away from zero: 99,999.5 is `100K`.
 */
export function badgeText(price: Decimal | null): string {
  if (price === null) return '–';
  if (price.mantissa === 0n) return '0';
  const sign = price.mantissa < 0n ? '-' : '';
  const size = absoluteDecimal(price);
  const width = WIDTH - sign.length;
  const body = inUnits(size, width, localNotation()) ?? inPowers(size, width);
  return body === null ? extremeText(size, sign) : sign + body;
}

/**
 * At most four characters with a sign but no percent sign: `+1.2`, `-.05`, `-250`, `+4K`. An
 * unknown change is an en dash.
 */
export function badgePercent(percent: Decimal | null): string {
  if (percent === null || percent.mantissa === 0n) return badgeText(percent);
  const sign = percent.mantissa < 0n ? '-' : '+';
  const size = absoluteDecimal(percent);
  const width = WIDTH - sign.length;
  const body = inUnits(size, width, localNotation()) ?? inPowers(size, width);
  return body === null ? extremeText(size, sign === '-' ? sign : '') : sign + body;
}

/** At most four characters with these marks; `null` if no digit fits. */
export function shortFigure(price: Decimal, notation: Notation): string | null {
  if (price.mantissa === 0n) return '0';
  const sign = price.mantissa < 0n ? '-' : '';
  const body = inUnits(absoluteDecimal(price), WIDTH - sign.length, notation);
  return body === null ? null : sign + body;
}

function inUnits(size: Decimal, width: number, { decimal, marks }: Notation): string | null {
  const firstDigit = magnitude(toFirstDigit(size));
  if (firstDigit <= -width) return null;
  for (const [unit, mark] of ['', ...marks].entries()) {
    const digits = widestFit(size, 3 * unit, { width: width - mark.length, decimal });
    if (digits !== null) return digits + mark;
  }
  return null;
}

/** The number in units of 10^`power` with as many decimals as fit; `null` if it does not fit. */
function widestFit(
  size: Decimal,
  power: number,
  { width, decimal }: { width: number; decimal: string },
): string | null {
  for (let decimals = width - 1; decimals >= 0; decimals -= 1) {
    const { mantissa, expo } = roundToExponent(size, power - decimals);
    const { integer, fraction } = toDigits({ mantissa, expo: expo - power });
    const text =
      fraction === '' ? integer : `${integer === '0' ? '' : integer}${decimal}${fraction}`;
    if (text.length <= width && mantissa !== 0n) return text;
  }
  return null;
}

function inPowers(size: Decimal, width: number): string | null {
  const rounded = toFirstDigit(size);
  const power = magnitude(rounded);
  const [digit = ''] = String(rounded.mantissa);
  const forms = [`${digit}e${power}`, `e${power}`];
  return forms.find((form) => form.length <= width) ?? null;
}

function extremeText(size: Decimal, sign: string): string {
  if (magnitude(size) < 0) return `${sign}~0`;
  return sign === '' ? '>e99' : '<-e9';
}

function toFirstDigit(size: Decimal): Decimal {
  return roundToExponent(size, magnitude(size));
}
