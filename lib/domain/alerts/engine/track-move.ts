import {
  absoluteDecimal,
  addDecimals,
  changePercent,
  compareDecimals,
  distanceBetween,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { UnixSeconds } from '../../../base/units.ts';
import type { AlertEvent } from '../model/event.ts';
import type { ExactPrice } from '../model/price.ts';
import type { RuleOf } from '../model/rule.ts';
import type { MoveTracker, Point } from '../model/state.ts';
import type { MoveDirection, TriggerOf } from '../model/trigger.ts';
import { ruleNumber, nearEdge, percentOf, pointPrice } from './levels.ts';
import { addPoint, extremes, type Extremes } from './move-window.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

type Rule = RuleOf<'moves'>;
type Move = { direction: MoveDirection; from: Point };

export const NEW_MOVE: MoveTracker = {
  kind: 'move',
  baseline: null,
  window: { lows: [], highs: [] },
  confirming: null,
};

/**
 * Tracks moves. Each firing becomes the new starting point, so the alert cannot fire repeatedly
 * around one price. A snooze or cooldown delays a firing while the move lasts. A move during a gap
 * is missed.
 */
export function trackMove(
  rule: Rule,
  before: MoveTracker,
  exact: ExactPrice,
  { afterGap, mayFire }: TrackOptions,
): Tracked<MoveTracker> {
  const now = pointOf(exact);
  const move = findMove(rule, before, exact);
  if (!move) return continueTracking(rule, before, now, null);

  const since = afterGap ? now.time : heldSince(before, move, now);
  const isLongEnough = now.time - since >= rule.confirmationSeconds;
  // A move in another direction than the one being confirmed happened during the gap.
  const missed = afterGap && before.confirming?.direction !== move.direction;
  if (missed || (isLongEnough && mayFire)) {
    return { tracker: withPoint(rule, NEW_MOVE, now), event: toEvent(exact, move), missed };
  }
  return continueTracking(rule, before, now, { direction: move.direction, since });
}

/** What a move is measured from; `null` before the first price. */
export function references(
  { since }: TriggerOf<'moves'>,
  { baseline, window }: MoveTracker,
  time: UnixSeconds,
): Extremes | null {
  if (since.from === 'window') return extremes(window, time, since.seconds);
  return baseline && { low: baseline, high: baseline };
}

/** The price that completes a move from `from`; `null` for a percentage of zero. */
export function moveEdge(
  { by }: TriggerOf<'moves'>,
  from: Decimal,
  direction: MoveDirection,
): Decimal | null {
  if (by.unit === 'percent' && from.mantissa === 0n) return null;
  const minimum =
    by.unit === 'value' ? ruleNumber(by.amount) : percentOf(absoluteDecimal(from), by.amount);
  return direction === 'up' ? addDecimals(from, minimum) : subtractDecimals(from, minimum);
}

function heldSince({ confirming }: MoveTracker, { direction }: Move, { time }: Point): UnixSeconds {
  const isSame = confirming?.direction === direction && confirming.since <= time;
  return isSame ? confirming.since : time;
}

function continueTracking(
  rule: Rule,
  before: MoveTracker,
  now: Point,
  confirming: MoveTracker['confirming'],
): Tracked<MoveTracker> {
  const updated = withPoint(rule, before, now);
  const isSame =
    updated.confirming?.direction === confirming?.direction &&
    updated.confirming?.since === confirming?.since;
  return { tracker: isSame ? updated : { ...updated, confirming } };
}

function withPoint({ trigger: { since } }: Rule, tracker: MoveTracker, now: Point): MoveTracker {
  if (since.from === 'last-firing') {
    return tracker.baseline ? tracker : { ...tracker, baseline: now };
  }
  const window = addPoint(tracker.window, now, since.seconds);
  return window === tracker.window ? tracker : { ...tracker, window };
}

/** If both directions qualify, the move with the later starting point. */
function findMove(rule: Rule, tracker: MoveTracker, exact: ExactPrice): Move | null {
  const from = references(rule.trigger, tracker, exact.source.publishTime);
  if (!from) return null;
  const up = matchMove(rule, exact, { direction: 'up', from: from.low });
  const down = matchMove(rule, exact, { direction: 'down', from: from.high });
  if (up && down) return up.from.time >= down.from.time ? up : down;
  return up ?? down;
}

function matchMove(rule: Rule, exact: ExactPrice, move: Move): Move | null {
  const { direction, from } = move;
  const { trigger, certain } = rule;
  if (trigger.direction !== 'either' && trigger.direction !== direction) return null;
  const edge = moveEdge(trigger, pointPrice(from), direction);
  if (!edge) return null;
  const near = nearEdge(exact, direction === 'up' ? 'above' : 'below', certain);
  const order = compareDecimals(near, edge);
  return (direction === 'up' ? order >= 0 : order <= 0) ? move : null;
}

function pointOf({ source }: ExactPrice): Point {
  return { price: source.price, expo: source.expo, time: source.publishTime };
}

function toEvent({ price, source }: ExactPrice, { direction, from }: Move): AlertEvent {
  const start = pointPrice(from);
  const percent = changePercent(price, start);
  return {
    kind: 'moves',
    direction,
    from: toDecimalString(start),
    change: toDecimalString(distanceBetween(price, start)),
    percent: percent && toDecimalString(percent),
    seconds: Math.max(0, source.publishTime - from.time),
  };
}
