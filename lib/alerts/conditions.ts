import {
  absoluteDecimal,
  changePercent,
  compareDecimals,
  multiplyDecimals,
  ratioInBasisPoints,
  subtractDecimals,
} from '../prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '../prices/decimal.ts';
import {
  bandEdge,
  basisPointsOf,
  figure,
  isBeyond,
  nearEdge,
  otherSide,
  percentOf,
  sideOf,
} from './beyond.ts';
import type { Happening } from './happening.ts';
import type { AlertRule, Trigger } from './rule.ts';
import type { Figures } from './sample.ts';

/** A state of the price that an alert may wait for, at one sample. */
export interface Condition {
  /** It holds, and how. */
  readonly holds: Happening | null;
  /** It does not hold, by more than the re-arm band. */
  readonly isBack: boolean;
}

const NEITHER: Condition = { holds: null, isBack: false };
const HALF: Decimal = { mantissa: 5n, expo: -1 };

export type PriceCondition = Extract<
  Trigger,
  { kind: 'is' | 'deviates-from-ema' | 'confidence-wider' }
>;

export function priceCondition(
  rule: AlertRule,
  trigger: PriceCondition,
  figures: Figures,
): Condition {
  switch (trigger.kind) {
    case 'is':
      return isOnSide(rule, trigger, figures);
    case 'deviates-from-ema':
      return deviates(rule, trigger.percent, figures);
    default:
      return isWider(rule, trigger.basisPoints, figures);
  }
}

/** Why a condition cannot be told from a sample, in words for the user; `null`: it can. */
export function undecidable(trigger: Trigger, { price, ema }: Figures): string | null {
  if (trigger.kind === 'deviates-from-ema' && ema.mantissa === 0n) {
    return 'The average price is zero, of which there is no percentage.';
  }
  if (trigger.kind === 'confidence-wider' && price.mantissa === 0n) {
    return 'The price is zero, of which there are no basis points.';
  }
  return null;
}

function isOnSide(
  rule: AlertRule,
  trigger: Extract<Trigger, { kind: 'is' }>,
  figures: Figures,
): Condition {
  const level = figure(trigger.level);
  if (isBeyond(figures, level, trigger.side, rule.certain)) {
    return {
      holds: { kind: 'is', side: trigger.side, level: trigger.level },
      isBack: false,
    };
  }
  const edge = bandEdge(level, otherSide(trigger.side), rule.rearmBandPercent, figures.conf);
  return { holds: null, isBack: sideOf(figures.price, edge) !== trigger.side };
}

function deviates(rule: AlertRule, percent: string, figures: Figures): Condition {
  const { price, ema } = figures;
  if (ema.mantissa === 0n) return NEITHER;
  const whole = absoluteDecimal(ema);
  const limit = percentOf(whole, percent);
  const side = sideOf(price, ema) ?? 'above';
  const edge = nearEdge(figures, side, rule.certain);
  // The interval's near end may lie on the other side of the average: no deviation is certain.
  const isSameSide = sideOf(edge, ema) === side;
  const deviation = absoluteDecimal(subtractDecimals(edge, ema));
  if (isSameSide && compareDecimals(deviation, limit) >= 0) {
    const shown = changePercent(price, ema) ?? ZERO;
    return {
      holds: {
        kind: 'deviates-from-ema',
        side,
        ema: toDecimalString(ema),
        percent: toDecimalString(shown),
      },
      isBack: false,
    };
  }
  return {
    holds: null,
    isBack: isBackFrom(limit, absoluteDecimal(subtractDecimals(price, ema)), rule, whole),
  };
}

function isWider(rule: AlertRule, basisPoints: string, { price, conf }: Figures): Condition {
  if (price.mantissa === 0n) return NEITHER;
  const whole = absoluteDecimal(price);
  const limit = basisPointsOf(whole, basisPoints);
  if (compareDecimals(conf, limit) > 0) {
    const measured = ratioInBasisPoints(conf, price, 1) ?? ZERO;
    return {
      holds: {
        kind: 'confidence-wider',
        basisPoints: toDecimalString(measured),
        limit: basisPoints,
      },
      isBack: false,
    };
  }
  return { holds: null, isBack: isBackFrom(limit, conf, rule, whole) };
}

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

/**
 * Below the limit by the band; by half of the limit where the band is larger than that, for a limit
 * of a few basis points could otherwise never be armed again.
 */
function isBackFrom(limit: Decimal, measured: Decimal, rule: AlertRule, whole: Decimal): boolean {
  const band = percentOf(whole, rule.rearmBandPercent);
  const half = multiplyDecimals(limit, HALF);
  const edge = subtractDecimals(limit, compareDecimals(band, half) < 0 ? band : half);
  return compareDecimals(measured, edge) <= 0;
}
