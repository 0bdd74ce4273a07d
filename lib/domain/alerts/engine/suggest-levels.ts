import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  distanceBetween,
  magnitude,
  powerOfTen,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { toShortDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { ExactPrice } from '../model/price.ts';
import type { Side } from '../model/trigger.ts';
import { percentOf } from './levels.ts';

type CertainPrice = Pick<ExactPrice, 'price' | 'conf'>;

/** A nearer level would trigger by the price's usual noise, within minutes. */
const LEAST_PERCENT = '0.75';
const LEAST_CONFIDENCES = 10n;

/**
 * The nearest round level on one side that is sensibly far from the price: by at least 0.75 % and
 * ten times the confidence. A plain decimal; `null` without a price to measure from.
 */
export function suggestLevel({ price, conf }: CertainPrice, side: Side): string | null {
  const percent = percentOf(absoluteDecimal(price), LEAST_PERCENT);
  const confidences = { ...conf, mantissa: conf.mantissa * LEAST_CONFIDENCES };
  const least = compareDecimals(percent, confidences) > 0 ? percent : confidences;
  if (least.mantissa === 0n) return null;
  const nearest = (side === 'above' ? addDecimals : subtractDecimals)(price, least);
  return toShortDecimalString(roundTo(nearest, roundStep(least), side));
}

/** Whether a level is within the price's confidence interval. */
export function isNear(level: Decimal, { price, conf }: CertainPrice): boolean {
  return compareDecimals(distanceBetween(level, price), conf) <= 0;
}

/** The shortest of 1, 5, 10, 50 and so on that is at least this long. */
function roundStep(least: Decimal): Decimal {
  const expo = magnitude(least);
  const steps = [1n, 5n].map((mantissa) => ({ mantissa, expo }));
  const next = { mantissa: 1n, expo: expo + 1 };
  return steps.find((step) => compareDecimals(step, least) >= 0) ?? next;
}

/** The nearest multiple of a step that is not below a number, or not above it. */
function roundTo(number: Decimal, step: Decimal, side: Side): Decimal {
  const expo = Math.min(number.expo, step.expo);
  const mantissa = number.mantissa * powerOfTen(number.expo - expo);
  const unit = step.mantissa * powerOfTen(step.expo - expo);
  // BigInt division rounds toward zero.
  const rest = ((mantissa % unit) + unit) % unit;
  const below = mantissa - rest;
  return { mantissa: side === 'above' && rest !== 0n ? below + unit : below, expo };
}
