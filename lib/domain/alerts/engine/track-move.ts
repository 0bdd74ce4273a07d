import {
  absoluteDecimal,
  addDecimals,
  changePercent,
  compareDecimals,
  distanceBetween,
  subtractDecimals,
} from '../../prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '../../prices/decimal.ts';
import type { AlertEvent } from '../model/event.ts';
import type { ExactPrice } from '../model/price.ts';
import type { MoveTracker, PricePoint } from '../model/state.ts';
import type { MoveDirection, TriggerOf } from '../model/trigger.ts';
import { ruleNumber, percentOf, pointPrice } from './levels.ts';
import { addPoint, extremes } from './move-window.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

type Moves = TriggerOf<'moves'>;
type Move = { direction: MoveDirection; from: PricePoint };

export const NEW_MOVE: MoveTracker = { kind: 'move', lows: [], highs: [] };

/**
 * Tracks moves. Each firing becomes the new starting point, so the alert cannot fire repeatedly
 * around one price. A snooze or cooldown delays a firing while the move lasts. A move during a gap
 * is missed.
 */
export function trackMove(
  trigger: Moves,
  before: MoveTracker,
  exact: ExactPrice,
  { afterGap, mayFire }: TrackOptions,
): Tracked<MoveTracker> {
  const now = pointOf(exact);
  const move = findMove(trigger, before, exact);
  if (!move || (!mayFire && !afterGap)) {
    return { tracker: addPoint(before, now, trigger.withinSeconds) };
  }
  const tracker = addPoint(NEW_MOVE, now, trigger.withinSeconds);
  return { tracker, event: toEvent(exact, move), missed: afterGap };
}

/** The price that completes a move from `from`; `null` for a percentage of zero. */
export function moveEdge({ by }: Moves, from: Decimal, direction: MoveDirection): Decimal | null {
  if (by.unit === 'percent' && from.mantissa === 0n) return null;
  const minimum =
    by.unit === 'value' ? ruleNumber(by.amount) : percentOf(absoluteDecimal(from), by.amount);
  return direction === 'up' ? addDecimals(from, minimum) : subtractDecimals(from, minimum);
}

/** If both directions qualify, the move with the later starting point. */
function findMove(trigger: Moves, tracker: MoveTracker, exact: ExactPrice): Move | null {
  const from = extremes(tracker, exact.source.publishTime, trigger.withinSeconds);
  if (!from) return null;
  const up = matchMove(trigger, exact, { direction: 'up', from: from.low });
  const down = matchMove(trigger, exact, { direction: 'down', from: from.high });
  if (up && down) return up.from.time >= down.from.time ? up : down;
  return up ?? down;
}

function matchMove(trigger: Moves, { price }: ExactPrice, move: Move): Move | null {
  const { direction, from } = move;
  if (trigger.direction !== 'either' && trigger.direction !== direction) return null;
  const edge = moveEdge(trigger, pointPrice(from), direction);
  if (!edge) return null;
  const order = compareDecimals(price, edge);
  return (direction === 'up' ? order >= 0 : order <= 0) ? move : null;
}

function pointOf({ source }: ExactPrice): PricePoint {
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
