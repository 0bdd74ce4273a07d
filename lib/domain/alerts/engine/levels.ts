import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { parseDecimal, toDecimal, type Decimal } from '../../prices/decimal.ts';
import type { ExactPrice } from '../model/price.ts';
import type { Point } from '../model/state.ts';
import type { Side } from '../model/trigger.ts';

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
 * The price to compare with a level. With `certain`, the near end of the confidence interval: the
 * lower for `above`, the upper for `below`.
 */
export function nearEdge({ price, conf }: ExactPrice, side: Side, certain: boolean): Decimal {
  if (!certain) return price;
  return side === 'above' ? subtractDecimals(price, conf) : addDecimals(price, conf);
}

/** With `certain`, the whole interval must be beyond. */
export function isBeyond(exact: ExactPrice, level: Decimal, side: Side, certain: boolean): boolean {
  return sideOf(nearEdge(exact, side, certain), level) === side;
}

/**
 * Where a fired alert becomes active again: on `side` of the level by the reset distance. A level
 * of zero has no percentage, so the confidence is its distance.
 */
export function bandEdge(level: Decimal, side: Side, bandPercent: string, conf: Decimal): Decimal {
  const band = level.mantissa === 0n ? conf : percentOf(absoluteDecimal(level), bandPercent);
  return side === 'above' ? addDecimals(level, band) : subtractDecimals(level, band);
}

export function percentOf(whole: Decimal, percent: string): Decimal {
  return multiplyDecimals(whole, scaled(percent, -2));
}

export function basisPointsOf(whole: Decimal, basisPoints: string): Decimal {
  return multiplyDecimals(whole, scaled(basisPoints, -4));
}

/** The rule's schema has already checked it. */
export function ruleNumber(text: string): Decimal {
  return requireDecimal(parseDecimal(text));
}

/** The point's schema has already checked it. */
export function pointPrice({ price, expo }: Point): Decimal {
  return requireDecimal(toDecimal(price, expo));
}

function scaled(text: string, power: number): Decimal {
  const { mantissa, expo } = ruleNumber(text);
  return { mantissa, expo: expo + power };
}

function requireDecimal(parsed: Decimal | null): Decimal {
  if (!parsed) throw new TypeError('A number in an alert could not be parsed.');
  return parsed;
}
