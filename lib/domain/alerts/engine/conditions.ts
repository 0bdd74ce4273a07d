import {
  absoluteDecimal,
  changePercent,
  compareDecimals,
  distanceBetween,
  multiplyDecimals,
  ratioInBasisPoints,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { AlertEvent } from '../model/event.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { TriggerOf } from '../model/trigger.ts';
import {
  bandEdge,
  basisPointsOf,
  ruleNumber,
  isBeyond,
  nearEdge,
  otherSide,
  percentOf,
  sideOf,
} from './levels.ts';

export interface Condition {
  /** `null` if the condition is not met. */
  readonly holds: AlertEvent | null;
  /** Whether the condition has ended by at least the reset distance. */
  readonly hasReset: boolean;
}

export const NEITHER: Condition = { holds: null, hasReset: false };
const ZERO: Decimal = { mantissa: 0n, expo: 0 };
const MAX_DIGITS = 60;
const HALF: Decimal = { mantissa: 5n, expo: -1 };

/** `NEITHER` for triggers that are not price conditions. */
export function priceCondition(rule: AlertRule, exact: ExactPrice): Condition {
  const { trigger } = rule;
  switch (trigger.kind) {
    case 'is':
      return isOnSide(rule, trigger, exact);
    case 'deviates-from-ema':
      return deviates(rule, trigger.percent, exact);
    case 'confidence-wider':
      return isWider(rule, trigger.basisPoints, exact);
    default:
      return NEITHER;
  }
}

function isOnSide(rule: AlertRule, trigger: TriggerOf<'is'>, exact: ExactPrice): Condition {
  const level = ruleNumber(trigger.level);
  if (isBeyond(exact, level, trigger.side, rule.certain)) {
    return holding({ kind: 'is', side: trigger.side, level: trigger.level });
  }
  const edge = bandEdge(level, otherSide(trigger.side), rule.rearmBandPercent, exact.conf);
  return { holds: null, hasReset: sideOf(exact.price, edge) !== trigger.side };
}

function deviates(rule: AlertRule, percent: string, exact: ExactPrice): Condition {
  const { price, ema } = exact;
  if (ema.mantissa === 0n) return NEITHER;
  const base = absoluteDecimal(ema);
  const limit = percentOf(base, percent);
  const side = sideOf(price, ema) ?? 'above';
  const edge = nearEdge(exact, side, rule.certain);
  // If the near end of the interval is on the other side of the EMA, no deviation is certain.
  const isSameSide = sideOf(edge, ema) === side;
  const deviation = distanceBetween(edge, ema);
  if (isSameSide && compareDecimals(deviation, limit) >= 0) {
    const rounded = changePercent(price, ema) ?? ZERO;
    return holding({
      kind: 'deviates-from-ema',
      side,
      ema: toDecimalString(ema),
      percent: toDecimalString(rounded),
    });
  }
  const measured = distanceBetween(price, ema);
  return { holds: null, hasReset: hasResetBelow(limit, measured, rule, base) };
}

function isWider(rule: AlertRule, basisPoints: string, { price, conf }: ExactPrice): Condition {
  if (price.mantissa === 0n) return NEITHER;
  const base = absoluteDecimal(price);
  const limit = basisPointsOf(base, basisPoints);
  if (compareDecimals(conf, limit) > 0) {
    return holding({
      kind: 'confidence-wider',
      basisPoints: toDecimalString(measuredBeyond(ruleNumber(basisPoints), conf, price)),
      limit: basisPoints,
    });
  }
  return { holds: null, hasReset: hasResetBelow(limit, conf, rule, base) };
}

/**
 * In basis points, with at least 1 decimal and as many as needed to show that the limit is
 * exceeded.
 */
function measuredBeyond(limit: Decimal, conf: Decimal, price: Decimal): Decimal {
  const measured = (digits: number): Decimal => ratioInBasisPoints(conf, price, digits) ?? ZERO;
  let digits = 1;
  while (digits < MAX_DIGITS && compareDecimals(measured(digits), limit) <= 0) digits += 1;
  return measured(digits);
}

function holding(event: AlertEvent): Condition {
  return { holds: event, hasReset: false };
}

/**
 * Resets below the limit by the reset distance, or by half the limit if that is less: otherwise a
 * limit of a few basis points could never reset.
 */
function hasResetBelow(limit: Decimal, measured: Decimal, rule: AlertRule, base: Decimal): boolean {
  const band = percentOf(base, rule.rearmBandPercent);
  const half = multiplyDecimals(limit, HALF);
  const edge = subtractDecimals(limit, compareDecimals(band, half) < 0 ? band : half);
  return compareDecimals(measured, edge) <= 0;
}
