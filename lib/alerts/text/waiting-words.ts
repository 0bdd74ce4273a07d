import { formatDuration } from '../../locale/format-duration.ts';
import { t } from '../../locale/t.ts';
import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { toDecimal, toDecimalString, type Decimal } from '../../prices/decimal.ts';
import { toSeconds, type UnixMilliseconds, type UnixSeconds } from '../../units.ts';
import type { Distance } from '../engine/distance.ts';
import { bandEdge, ruleNumber, otherSide } from '../engine/levels.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, CrossingTracker } from '../model/state.ts';
import { goesByClock, type Side, type Trigger, type TriggerOf } from '../model/trigger.ts';
import { amountText, limitText, numberText, plainPercent } from './figures.ts';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

/** What a waiting alert is waiting for, as text for the user. */
export function waitingWords(
  rule: AlertRule,
  state: AlertState | null,
  latest: AlertPrice | null,
): string {
  const { trigger } = rule;
  if (state === null) return t('alertState.waiting.firstCheck');
  const conf = (latest && toDecimal(latest.conf, latest.expo)) ?? ZERO;
  const edge = (level: string, side: Side) =>
    limitText(bandEdge(ruleNumber(level), side, rule.rearmBandPercent, conf), side);
  switch (trigger.kind) {
    case 'crosses':
      return state.tracker.kind === 'crossing'
        ? crossingWords(trigger, state.tracker, (side) => edge(trigger.level, side))
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

/** How long an alert's condition has held, as text for the user. */
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

/** How far the price is from the level: `800.41` and `1.02%`. */
export function distanceValues(
  { amount, percent }: Distance,
  { price, conf }: Pick<ExactPrice, 'price' | 'conf'>,
): {
  amount: string;
  /** `null` if the price is zero, or if it would say that there is no distance. */
  percent: string | null;
} {
  const looksLikeNone = percent?.mantissa === 0n && amount.mantissa !== 0n;
  return {
    amount: amountText(absoluteDecimal(amount), price, conf),
    percent:
      percent && !looksLikeNone ? plainPercent(toDecimalString(absoluteDecimal(percent))) : null,
  };
}

/** Why a condition cannot be evaluated, as text for the user; `null` if it can. */
export function undecidable(trigger: Trigger, { price, ema }: ExactPrice): string | null {
  if (trigger.kind === 'deviates-from-ema' && ema.mantissa === 0n) {
    return t('alertState.obstacle.zeroEma');
  }
  if (trigger.kind === 'confidence-wider' && price.mantissa === 0n) {
    return t('alertState.obstacle.zeroPrice');
  }
  return null;
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
  edge: (side: Side) => string,
): string {
  if (direction === 'either') {
    return needsBand
      ? t('alertState.waiting.resetEither', { low: edge('below'), high: edge('above') })
      : t('alertState.waiting.mustLeave', { level: numberText(level) });
  }
  const origin = otherSide(direction);
  if (needsBand) return resetWords(origin, edge(origin));
  const key = origin === 'above' ? 'mustBeAbove' : 'mustBeBelow';
  return t(`alertState.waiting.${key}`, { level: numberText(level) });
}

function resetWords(side: Side, level: string): string {
  return t(`alertState.waiting.${side === 'above' ? 'resetAbove' : 'resetBelow'}`, { level });
}

function marketWords(change: 'opens' | 'closes' | 'either', { tracker }: AlertState): string {
  if (tracker.kind !== 'market' || tracker.wasOpen === null) {
    return t('alertState.waiting.marketCheck');
  }
  return t(`alertState.waiting.${change === 'opens' ? 'marketReopens' : 'marketRecloses'}`);
}
