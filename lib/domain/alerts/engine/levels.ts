import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  distanceBetween,
  multiplyDecimals,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { parseDecimal, toDecimal, type Decimal } from '../../prices/decimal.ts';
import type { PricePoint } from '../model/state.ts';
import type { Side } from '../model/trigger.ts';

const RESET_PERCENT = '0.1';

/** `null` on the level itself. */
export function sideOf(price: Decimal, level: Decimal): Side | null {
  const order = compareDecimals(price, level);
  if (order === 0) return null;
  return order > 0 ? 'above' : 'below';
}

export function otherSide(side: Side): Side {
  return side === 'above' ? 'below' : 'above';
}

/**
 * How far the price must move back over a level before a fired alert becomes active again: by more
 * than its confidence, and by at least 0.1 % of the level.
 */
export function hasReset(price: Decimal, level: Decimal, conf: Decimal): boolean {
  const distance = distanceBetween(price, level);
  return (
    compareDecimals(distance, conf) > 0 &&
    compareDecimals(distance, percentOf(absoluteDecimal(level), RESET_PERCENT)) >= 0
  );
}

/** Where that is on one side of the level. */
export function resetEdge(level: Decimal, side: Side, conf: Decimal): Decimal {
  const least = percentOf(absoluteDecimal(level), RESET_PERCENT);
  const distance = compareDecimals(conf, least) > 0 ? conf : least;
  return side === 'above' ? addDecimals(level, distance) : subtractDecimals(level, distance);
}

export function percentOf(whole: Decimal, percent: string): Decimal {
  const { mantissa, expo } = ruleNumber(percent);
  return multiplyDecimals(whole, { mantissa, expo: expo - 2 });
}

/** The rule's schema has already checked it. */
export function ruleNumber(text: string): Decimal {
  return requireDecimal(parseDecimal(text));
}

/** The point's schema has already checked it. */
export function pointPrice({ price, expo }: PricePoint): Decimal {
  return requireDecimal(toDecimal(price, expo));
}

function requireDecimal(parsed: Decimal | null): Decimal {
  if (!parsed) throw new TypeError('A number in an alert could not be parsed.');
  return parsed;
}
