import { t } from '../../base/locale/t.ts';
import { absoluteDecimal, magnitude, roundToExponent } from './arithmetic.ts';
import { toDigits, type Decimal } from './decimal.ts';

const WIDTH = 4;
const UNITS = [
  { power: 3, markKey: 'badge.thousand' },
  { power: 6, markKey: 'badge.million' },
  { power: 9, markKey: 'badge.billion' },
  { power: 12, markKey: 'badge.trillion' },
] as const;

/**
 * Formats a price in at most four characters for the toolbar badge: `64K`, `2507`, `1.09`, `.071`,
 * `-.6M`. If no such form has a digit other than zero, it shows the order of magnitude: `7e-4`,
 * `3e15`, then `e-12` for "about 10⁻¹²". If even that is too long, it shows `huge`, `-big`, `~0` or
 * `-~0`. A missing price is an en dash. Exact digits are rounded half away from zero: 99,999.5 is
 * `100K` and 999,950 is `1.0M`.
 */
export function badgeText(price: Decimal | null): string {
  if (price === null) return '–';
  if (price.mantissa === 0n) return '0';
  const sign = price.mantissa < 0n ? '-' : '';
  const size = absoluteDecimal(price);
  const width = WIDTH - sign.length;
  const body = inUnits(size, width) ?? inPowers(size, width);
  return body === null ? extremeText(size, sign) : sign + body;
}

/**
 * Formats a change in percent in at most four characters for the toolbar badge, always with a sign:
 * `+1.2`, `-.05`, `+12`, `-250`, `+4K`. There is no room for a percent sign. A change that is not
 * known is an en dash.
 */
export function badgePercent(percent: Decimal | null): string {
  if (percent === null || percent.mantissa === 0n) return badgeText(percent);
  const sign = percent.mantissa < 0n ? '-' : '+';
  const size = absoluteDecimal(percent);
  const body = inUnits(size, WIDTH - sign.length) ?? inPowers(size, WIDTH - sign.length);
  return body === null ? extremeText(size, sign === '-' ? sign : '') : sign + body;
}

function inUnits(size: Decimal, width: number): string | null {
  const firstDigit = magnitude(toFirstDigit(size));
  if (firstDigit <= -width) return null;
  const plain = widestFit(size, 0, width);
  if (plain !== null) return plain;
  for (const { power, markKey } of UNITS) {
    const mark = t(markKey);
    const digits = widestFit(size, power, width - mark.length);
    if (digits !== null) return digits + mark;
  }
  return null;
}

/** Formats `size` in units of 10^`power` with as many decimals as fit; null if it does not fit. */
function widestFit(size: Decimal, power: number, width: number): string | null {
  for (let decimals = width - 1; decimals >= 0; decimals -= 1) {
    const { mantissa, expo } = roundToExponent(size, power - decimals);
    const { integer, fraction } = toDigits({ mantissa, expo: expo - power });
    const text = fraction === '' ? integer : `${integer === '0' ? '' : integer}.${fraction}`;
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
  return t(sign === '' ? 'badge.huge' : 'badge.hugeNegative');
}

function toFirstDigit(size: Decimal): Decimal {
  return roundToExponent(size, magnitude(size));
}
