import { t } from '../../../base/locale/t.ts';
import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { Distance } from '../engine/distance.ts';
import { otherSide, resetEdge, ruleNumber } from '../engine/levels.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, CrossingTracker } from '../model/state.ts';
import type { Side, TriggerOf } from '../model/trigger.ts';
import { AS_QUOTED, styled, type FigureStyle } from './figure-style.ts';
import { amountText, limitText, numberText, plainPercent, withPercent } from './figures.ts';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

export function waitingWords(
  rule: AlertRule,
  state: AlertState | null,
  latest: AlertPrice | null,
  style: FigureStyle = AS_QUOTED,
): string {
  const { trigger } = rule;
  if (state === null) return t('alertState.waiting.firstCheck');
  switch (trigger.kind) {
    case 'crosses':
      return state.tracker.kind === 'crossing'
        ? crossingWords(trigger, state.tracker, latest, style)
        : t('alertState.waiting.firstCheck');
    case 'moves':
      return t('alertState.waiting.firstPrice');
    case 'market':
      return marketWords(trigger.change, state);
    default:
      return t('alertState.waiting.mustClear');
  }
}

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

export function toGoWords({ amount, percent }: ReturnType<typeof distanceValues>): string {
  return t('alertState.activeAway', { amount: withPercent(amount, percent) });
}

function crossingWords(
  { direction, level }: TriggerOf<'crosses'>,
  { needsReset }: CrossingTracker,
  latest: AlertPrice | null,
  style: FigureStyle,
): string {
  if (!needsReset) return leaveWords(direction, level, style);
  const conf = (latest && toDecimal(latest.conf, latest.expo)) ?? ZERO;
  const edge = (side: Side): string =>
    styled(limitText(resetEdge(ruleNumber(level), side, conf), side), style);
  if (direction === 'either') {
    return t('alertState.waiting.resetEither', { low: edge('below'), high: edge('above') });
  }
  const origin = otherSide(direction);
  const key = origin === 'above' ? 'resetAbove' : 'resetBelow';
  return t(`alertState.waiting.${key}`, { level: edge(origin) });
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

/** Where the price has to be before it can cross the level. */
function leaveWords(
  direction: TriggerOf<'crosses'>['direction'],
  level: string,
  style: FigureStyle,
): string {
  const key = { above: 'mustBeBelow', below: 'mustBeAbove', either: 'mustLeave' } as const;
  return t(`alertState.waiting.${key[direction]}`, { level: styled(numberText(level), style) });
}

function marketWords(change: 'opens' | 'closes' | 'either', { tracker }: AlertState): string {
  if (tracker.kind !== 'market' || tracker.wasOpen === null) {
    return t('alertState.waiting.firstCheck');
  }
  return t(`alertState.waiting.${change === 'opens' ? 'marketReopens' : 'marketRecloses'}`);
}
