import { t } from '../../../base/locale/t.ts';
import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { Distance } from '../engine/distance.ts';
import { resetEdge, ruleNumber } from '../engine/levels.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import { AS_QUOTED, styled, type FigureStyle } from './figure-style.ts';
import { amountText, limitText, plainPercent } from './figures.ts';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

/** `800.41` and `1.02%`. */
export function distanceValues(
  { amount, percent }: Distance,
  { price, conf }: Pick<ExactPrice, 'price' | 'conf'>,
  style: FigureStyle = AS_QUOTED,
): {
  amount: string;
  /** `null` if the price is zero or the percentage would round to zero. */
  percent: string | null;
} {
  const looksLikeNone = percent?.mantissa === 0n && amount.mantissa !== 0n;
  return {
    amount: styled(amountText(absoluteDecimal(amount), price, conf), style),
    percent:
      percent && !looksLikeNone ? plainPercent(toDecimalString(absoluteDecimal(percent))) : null,
  };
}

/** What a fired alert waits for: `Waits for a fall below 64,935`. */
export function resetWords(
  { trigger }: Pick<AlertRule, 'trigger'>,
  latest: AlertPrice | null,
  style: FigureStyle = AS_QUOTED,
): string {
  if (trigger.kind !== 'crosses') return '';
  const conf = (latest && toDecimal(latest.conf, latest.expo)) ?? ZERO;
  const origin = trigger.direction === 'below' ? 'above' : 'below';
  const edge = limitText(resetEdge(ruleNumber(trigger.level), origin, conf), origin);
  return t(`alerts.row.waits.${origin}`, { level: styled(edge, style) });
}
