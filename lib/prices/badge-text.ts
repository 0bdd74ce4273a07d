import { absoluteDecimal, magnitude, roundToExponent } from './arithmetic.ts';
import { toDigits, type Decimal } from './decimal.ts';

const WIDTH = 4;
const UNITS = [
  { power: 0, mark: '' },
  { power: 3, mark: 'K' },
  { power: 6, mark: 'M' },
  { power: 9, mark: 'B' },
  { power: 12, mark: 'T' },
] as const;

/**
 * A price in at most four characters, for the toolbar badge: `64K`, `2507`, `1.09`, `.071`, `-.6M`.
 * Where no such form says anything, its order of magnitude: `7e-4`, `3e15`, then `e-12` for "about
 * 10⁻¹²"; beyond even that `huge`, `-big`, `~0` and `-~0`. No price is an en dash. Rounded half
 * away from zero from the exact digits, so 99,999.5 is `100K` and 999,950 is `1.0M`.
 */
export function badgeText(price: Decimal | null): string {
  if (price === null) return '–';
  if (price.mantissa === 0n) return '0';
  const sign = price.mantissa < 0n ? '-' : '';
  const size = absoluteDecimal(price);
  const width = WIDTH - sign.length;
  const body = inUnits(size, width) ?? inPowers(size, width);
  return body === null ? beyond(size, sign) : sign + body;
}

function inUnits(size: Decimal, width: number): string | null {
  const firstDigit = magnitude(toFirstDigit(size));
  if (firstDigit <= -width) return null;
  for (const { power, mark } of UNITS) {
    const digits = widest(size, power, width - mark.length);
    if (digits !== null) return digits + mark;
  }
  return null;
}

/** `size` in units of 10^`power` with as many decimals as `width` holds; null where none fit. */
function widest(size: Decimal, power: number, width: number): string | null {
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

function beyond(size: Decimal, sign: string): string {
  if (magnitude(size) < 0) return `${sign}~0`;
  return sign === '' ? 'huge' : '-big';
}

function toFirstDigit(size: Decimal): Decimal {
  return roundToExponent(size, magnitude(size));
}
