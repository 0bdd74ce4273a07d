import { absoluteDecimal } from '../../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import { formatPercent } from '../../prices/format-price.ts';
import { toSeconds, type UnixMilliseconds, type UnixSeconds } from '../../units.ts';
import type { Distance } from '../engine/distance.ts';
import { bandEdge, ruleNumber, otherSide } from '../engine/levels.ts';
import { confirmationOf } from '../engine/track-condition.ts';
import type { AlertPrice, ExactPrice } from '../model/price.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, CrossingTracker } from '../model/state.ts';
import { goesByClock, type Side, type Trigger, type TriggerOf } from '../model/trigger.ts';
import { durationText, exactNumber, numberText, type Locale } from './words.ts';

const ZERO: Decimal = { mantissa: 0n, expo: 0 };

/** What a waiting alert is waiting for, as text for the user. */
export function waitingWords(
  rule: AlertRule,
  state: AlertState | null,
  latest: AlertPrice | null,
  locale: Locale,
): string {
  const { trigger } = rule;
  if (state === null) return 'Waiting for a first look.';
  const conf = (latest && toDecimal(latest.conf, latest.expo)) ?? ZERO;
  const edge = (level: string, side: Side) =>
    exactNumber(bandEdge(ruleNumber(level), side, rule.rearmBandPercent, conf), locale);
  switch (trigger.kind) {
    case 'crosses':
      return state.tracker.kind === 'crossing'
        ? crossingWords(trigger, state.tracker, (side) => edge(trigger.level, side), locale)
        : 'Waiting for a first look.';
    case 'is': {
      const back = otherSide(trigger.side);
      return `It fired and must be seen at or ${back} ${edge(trigger.level, back)} before it fires again.`;
    }
    case 'moves':
      return 'Waiting for a first price to measure from.';
    case 'market':
      return marketWords(trigger.change, state);
    default:
      return 'It fired and still holds, or nearly so; it must be seen to end before it fires again.';
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
  return `It holds, so far for ${held} of ${durationText(needed)}.`;
}

/** How far the price is from the level: `1,000 (+1.56%)`. */
export function distanceText({ amount, percent }: Distance, locale?: Locale): string {
  const size = exactNumber(absoluteDecimal(amount), locale);
  return percent ? `${size} (${formatPercent(percent, locale)})` : size;
}

/** Why a condition cannot be evaluated, as text for the user; `null` if it can. */
export function undecidable(trigger: Trigger, { price, ema }: ExactPrice): string | null {
  if (trigger.kind === 'deviates-from-ema' && ema.mantissa === 0n) {
    return 'The average price is zero, of which there is no percentage.';
  }
  if (trigger.kind === 'confidence-wider' && price.mantissa === 0n) {
    return 'The price is zero, of which there are no basis points.';
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
  locale: Locale,
): string {
  const origins: Side[] = direction === 'either' ? ['below', 'above'] : [otherSide(direction)];
  if (needsBand) {
    const places = origins.map((side) => `at or ${side} ${edge(side)}`).join(', or ');
    return `It fired; the price must be seen ${places} before it can fire again.`;
  }
  const places = origins.join(' or ');
  return `The price must first be seen ${places} ${numberText(level, locale)}: a crossing needs both sides.`;
}

function marketWords(change: 'opens' | 'closes' | 'either', { tracker }: AlertState): string {
  if (tracker.kind !== 'market' || tracker.wasOpen === null) {
    return 'Waiting for a first look at the market.';
  }
  return change === 'opens'
    ? 'The market is open; it must close before it can open.'
    : 'The market is closed; it must open before it can close.';
}
