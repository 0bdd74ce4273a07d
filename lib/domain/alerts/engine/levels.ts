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

/** The side of `level` that a price is on; `null` on the level itself. */
export function sideOf(price: Decimal, level: Decimal): Side | null {
  const order = compareDecimals(price, level);
  if (order === 0) return null;
  return order > 0 ? 'above' : 'below';
}

export function otherSide(side: Side): Side {
  return side === 'above' ? 'below' : 'above';
}

/**
 * The price to compare with a level that it may be on `side` of. With `certain`, this is the end of
 * the confidence interval nearest to the level: the lower end for `above`, the upper for `below`.
 */
export function nearEdge({ price, conf }: ExactPrice, side: Side, certain: boolean): Decimal {
  if (!certain) return price;
  return side === 'above' ? subtractDecimals(price, conf) : addDecimals(price, conf);
}

/** Whether the price (with `certain`, its whole interval) is strictly on `side` of `level`. */
export function isBeyond(exact: ExactPrice, level: Decimal, side: Side, certain: boolean): boolean {
  return sideOf(nearEdge(exact, side, certain), level) === side;
}

/**
 * The price at which an alert that fired becomes active again: on `side` of the level by the reset
 * distance. For a level of zero, which has no percentage, the price's confidence is the distance.
 */
export function bandEdge(level: Decimal, side: Side, bandPercent: string, conf: Decimal): Decimal {
  const band = level.mantissa === 0n ? conf : percentOf(absoluteDecimal(level), bandPercent);
  return side === 'above' ? addDecimals(level, band) : subtractDecimals(level, band);
}

/** Exactly `percent` percent of `whole`. */
export function percentOf(whole: Decimal, percent: string): Decimal {
  return multiplyDecimals(whole, scaled(percent, -2));
}

/** Exactly `basisPoints` ten-thousandths of `whole`. */
export function basisPointsOf(whole: Decimal, basisPoints: string): Decimal {
  return multiplyDecimals(whole, scaled(basisPoints, -4));
}

/** Parses a number of a rule, which the rule's schema has already checked. */
export function ruleNumber(text: string): Decimal {
  return requireDecimal(parseDecimal(text));
}

/** Parses the price of a point, which the point's schema has already checked. */
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
