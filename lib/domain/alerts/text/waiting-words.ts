import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../prices/decimal.ts';
import { toSeconds, type UnixMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import type { Distance } from '../engine/distance.ts';
import { bandEdge, ruleNumber, otherSide } from '../engine/levels.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, CrossingTracker } from '../model/state.ts';
import { goesByClock, type Side, type Trigger, type TriggerOf } from '../model/trigger.ts';
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
  const conf = (latest && toDecimal(latest.conf, latest.expo)) ?? ZERO;
  const edge = (level: string, side: Side) =>
    styled(limitText(bandEdge(ruleNumber(level), side, rule.rearmBandPercent, conf), side), style);
  switch (trigger.kind) {
    case 'crosses':
      return state.tracker.kind === 'crossing'
        ? crossingWords(trigger, state.tracker, style, (side) => edge(trigger.level, side))
        : t('alertState.waiting.firstCheck');
    case 'is': {
      const back = otherSide(trigger.side);
      return resetWords(back, edge(trigger.level, back));
    }
    case 'moves':
      return t('alertState.waiting.firstPrice');
    case 'market':
      return marketWords(trigger.change, state);
    default:
      return t('alertState.waiting.mustClear');
  }
}

export function confirmingWords(
  rule: AlertRule,
  state: AlertState | null,
  latest: AlertPrice | null,
  now: UnixMilliseconds,
): string {
  const since = confirmingSince(state);
  const until = goesByClock(rule.trigger) ? toSeconds(now) : (latest?.publishTime ?? since);
  const needed = confirmationOf(rule);
  const held = Math.min(needed, Math.max(0, Math.floor(until - since)));
  return t('alertState.confirming', { held: formatDuration(held), needed: formatDuration(needed) });
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

/** Why a condition cannot be evaluated. */
export function undecidable(trigger: Trigger, { price, ema }: ExactPrice): string | null {
  const isOfZero =
    (trigger.kind === 'deviates-from-ema' && ema.mantissa === 0n) ||
    (trigger.kind === 'confidence-wider' && price.mantissa === 0n);
  return isOfZero ? t('alertState.obstacle.ofZero') : null;
}

function confirmingSince(state: AlertState | null): UnixSeconds {
  const tracker = state?.tracker;
  if (!tracker || tracker.kind === 'market') return 0;
  if (tracker.kind === 'condition') return tracker.confirming ?? 0;
  return tracker.confirming?.since ?? 0;
}

function crossingWords(
  { direction, level }: TriggerOf<'crosses'>,
  { needsBand }: CrossingTracker,
  style: FigureStyle,
  edge: (side: Side) => string,
): string {
  if (!needsBand) return leaveWords(direction, level, style);
  if (direction === 'either') {
    return t('alertState.waiting.resetEither', { low: edge('below'), high: edge('above') });
  }
  const origin = otherSide(direction);
  return resetWords(origin, edge(origin));
}

/** Where the price has to be before it can cross the level. */
export function leaveWords(
  direction: TriggerOf<'crosses'>['direction'],
  level: string,
  style: FigureStyle,
): string {
  const key = { above: 'mustBeBelow', below: 'mustBeAbove', either: 'mustLeave' } as const;
  return t(`alertState.waiting.${key[direction]}`, { level: styled(numberText(level), style) });
}

function resetWords(side: Side, level: string): string {
  return t(`alertState.waiting.${side === 'above' ? 'resetAbove' : 'resetBelow'}`, { level });
}

function marketWords(change: 'opens' | 'closes' | 'either', { tracker }: AlertState): string {
  if (tracker.kind !== 'market' || tracker.wasOpen === null) {
    return t('alertState.waiting.firstCheck');
  }
  return t(`alertState.waiting.${change === 'opens' ? 'marketReopens' : 'marketRecloses'}`);
}
