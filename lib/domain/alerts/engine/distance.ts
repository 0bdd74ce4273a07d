import {
  changePercent,
  compareDecimals,
  distanceBetween,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import type { Decimal } from '../../prices/decimal.ts';
import type { ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { ruleNumber, pointPrice } from './levels.ts';
import { extremes } from './move-window.ts';
import { moveEdge } from './track-move.ts';

export interface Distance {
  /** Where the alert could fire. */
  readonly level: Decimal;
  /** From the price to the level; positive if the level is above. */
  readonly amount: Decimal;
  /** In percent of the price, with 2 decimals; `null` if the price is zero. */
  readonly percent: Decimal | null;
}

/**
 * The distance to the nearest level, even if something else keeps the alert from firing. `null`
 * without a level, or if the distance cannot be computed.
 */
export function distanceTo(
  rule: AlertRule,
  state: AlertState | null,
  exact: ExactPrice,
): Distance | null {
  const { price } = exact;
  const [first, ...others] = levels(rule, state, exact);
  if (!first) return null;
  const level = others.reduce((nearest, other) => nearer(price, nearest, other), first);
  return { level, amount: subtractDecimals(level, price), percent: changePercent(level, price) };
}

function levels({ trigger }: AlertRule, state: AlertState | null, exact: ExactPrice): Decimal[] {
  if (trigger.kind === 'crosses') return [ruleNumber(trigger.level)];
  if (trigger.kind !== 'moves' || state?.tracker.kind !== 'move') return [];
  const from = extremes(state.tracker, exact.source.publishTime, trigger.withinSeconds);
  if (!from) return [];
  const up = moveEdge(trigger, pointPrice(from.low), 'up');
  const down = moveEdge(trigger, pointPrice(from.high), 'down');
  const edges = [trigger.direction !== 'down' && up, trigger.direction !== 'up' && down];
  return edges.filter((edge) => edge !== false && edge !== null);
}

function nearer(price: Decimal, a: Decimal, b: Decimal): Decimal {
  return compareDecimals(distanceBetween(b, price), distanceBetween(a, price)) < 0 ? b : a;
}
