import {
  absoluteDecimal,
  addDecimals,
  changePercent,
  compareDecimals,
  subtractDecimals,
} from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import { figure, percentOf, pointPrice } from './beyond.ts';
import type { AlertRule } from './rule.ts';
import type { Figures } from './sample.ts';
import type { AlertState } from './state.ts';
import { moveEdge, references, type Moves } from './track-move.ts';

/** How far a price is from where an alert could fire. */
export interface Distance {
  /** The price at which it could fire, exact. */
  readonly level: Decimal;
  /** From the price to the level, exact: positive where the level is above. */
  readonly amount: Decimal;
  /** The same in per cent of the price, rounded to 2 decimals; `null`: the price is zero. */
  readonly percent: Decimal | null;
}

/**
 * The distance to the level, to the nearer one where there are two. `null` for triggers that wait
 * for no price, and while there is none to measure from. It says nothing of what else keeps the
 * alert from firing.
 */
export function distanceTo(
  rule: AlertRule,
  state: AlertState | null,
  figures: Figures,
): Distance | null {
  const { price } = figures;
  const [first, ...others] = levels(rule, state, figures);
  if (!first) return null;
  const level = others.reduce((nearest, one) => nearer(price, nearest, one), first);
  return {
    level,
    amount: subtractDecimals(level, price),
    percent: changePercent(level, price),
  };
}

function levels({ trigger }: AlertRule, state: AlertState | null, figures: Figures): Decimal[] {
  switch (trigger.kind) {
    case 'crosses':
    case 'is':
      return [figure(trigger.level)];
    case 'deviates-from-ema': {
      const { ema } = figures;
      const least = percentOf(absoluteDecimal(ema), trigger.percent);
      const isZero = ema.mantissa === 0n;
      return isZero ? [] : [addDecimals(ema, least), subtractDecimals(ema, least)];
    }
    case 'moves':
      return moveLevels(trigger, state, figures);
    default:
      return [];
  }
}

function moveLevels(trigger: Moves, state: AlertState | null, { sample }: Figures): Decimal[] {
  if (state?.tracker.kind !== 'move') return [];
  const from = references(trigger, state.tracker, sample.publishTime);
  if (!from) return [];
  const up = moveEdge(trigger, pointPrice(from.low), 'up');
  const down = moveEdge(trigger, pointPrice(from.high), 'down');
  const wanted = [trigger.direction !== 'down' && up, trigger.direction !== 'up' && down];
  return wanted.filter((edge) => edge !== false && edge !== null);
}

function nearer(price: Decimal, a: Decimal, b: Decimal): Decimal {
  const far = (level: Decimal) => absoluteDecimal(subtractDecimals(level, price));
  return compareDecimals(far(b), far(a)) < 0 ? b : a;
}
