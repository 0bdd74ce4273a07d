import { magnitude, roundToExponent } from '../../prices/arithmetic.ts';
import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import { formatPrice } from '../../prices/format-price.ts';
import { percentSign } from '../../prices/number-style.ts';
import { numberFormat } from '../../locale/format.ts';

const SIGNIFICANT_DIGITS = 5;

/** Formats an exact number without trailing zeros, but with at least two decimals. */
export function exactNumber(number: Decimal): string {
  return formatPrice(withoutZeros(number), { digits: 'all' }).text;
}

/** Formats a number to five significant digits, or to two decimals if that is more. */
export function roughNumber(number: Decimal): string {
  if (number.mantissa === 0n) return exactNumber(number);
  const coarsest = Math.min(-2, magnitude(number) - SIGNIFICANT_DIGITS + 1);
  return exactNumber(number.expo < coarsest ? roundToExponent(number, coarsest) : number);
}

/** Formats a plain decimal of a rule or state, with all its digits. */
export function numberText(text: string): string {
  const number = parseDecimal(text);
  return number ? exactNumber(number) : text;
}

/** Formats a percentage without a plus or minus sign. */
export function plainPercent(text: string): string {
  const { before, after } = percentSign();
  return before + numberText(text.replace(/^-/, '')) + after;
}

/**
 * Formats a duration in one unit: `45 sec`, `90 sec`, `15 min`, `4 hr`, or `45 seconds` in style
 * `long`. Long ones are rounded. A no-break space keeps the number and unit together.
 */
export function durationText(seconds: number, style: 'short' | 'long' = 'short'): string {
  const [count, unit] = inOneUnit(Math.round(seconds));
  const format = numberFormat({ style: 'unit', unit, unitDisplay: style });
  return format.format(count).replace(' ', '\u00a0');
}

type Unit = 'second' | 'minute' | 'hour' | 'day';

function inOneUnit(seconds: number): [count: number, unit: Unit] {
  if (seconds > 86_400 && seconds % 86_400 === 0) return [seconds / 86_400, 'day'];
  if (seconds >= 3_600 && seconds % 3_600 === 0) return [seconds / 3_600, 'hour'];
  if (seconds >= 60 && seconds % 60 === 0) return [seconds / 60, 'minute'];
  if (seconds < 600) return [seconds, 'second'];
  return seconds < 36_000
    ? [Math.round(seconds / 60), 'minute']
    : [Math.round(seconds / 3_600), 'hour'];
}

function withoutZeros(number: Decimal): Decimal {
  let { mantissa, expo } = number;
  while (expo < -2 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    expo += 1;
  }
  return { mantissa, expo };
}
