import {
  absoluteDecimal,
  addDecimals,
  changePercent,
  compareDecimals,
  subtractDecimals,
} from '../prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '../prices/decimal.ts';
import { figure, nearEdge, percentOf, pointPrice } from './beyond.ts';
import type { Happening } from './happening.ts';
import { addPoint, extremes, type Extremes } from './move-window.ts';
import type { AlertRule, Trigger } from './rule.ts';
import type { Figures } from './sample.ts';
import type { MoveTracker, Point } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';

export type Moves = Extract<Trigger, { kind: 'moves' }>;
type Direction = 'up' | 'down';
type Move = { direction: Direction; from: Point };

export const NEW_MOVE: MoveTracker = {
  kind: 'move',
  baseline: null,
  window: { lows: [], highs: [] },
  confirming: null,
};

/**
 * Follows a price's moves. A firing moves the baseline to its own price, so that each further one
 * takes a whole move anew and nothing can chatter. A move that a snooze or a cool-down keeps from
 * firing does so afterwards if it is still there; one that happened while nobody looked is missed.
 */
export function trackMove(
  rule: AlertRule,
  trigger: Moves,
  before: MoveTracker,
  figures: Figures,
  { afterGap, mayFire }: TrackOptions,
): Tracked<MoveTracker> {
  const now = pointOf(figures);
  const move = findMove(rule, trigger, before, figures);
  if (!move) return goOn(trigger, before, now, null);

  const since = afterGap ? now.time : heldSince(before, move, now);
  const isLongEnough = now.time - since >= rule.confirmationSeconds;
  // One of another direction than was being confirmed happened in the gap.
  const missed = afterGap && before.confirming?.direction !== move.direction;
  if (missed || (isLongEnough && mayFire)) {
    return { tracker: startFrom(trigger, now), found: happening(figures, move), missed };
  }
  return goOn(trigger, before, now, { direction: move.direction, since });
}

/** The prices that a move is measured from; `null` before the first. */
export function references(
  { since }: Moves,
  { baseline, window }: MoveTracker,
  time: number,
): Extremes | null {
  if (since.from === 'window') return extremes(window, time, since.seconds);
  return baseline && { low: baseline, high: baseline };
}

/**
 * The price from which a move counts, upwards or downwards from `from`; `null`: a percentage of
 * zero, which there is not.
 */
export function moveEdge({ by }: Moves, from: Decimal, direction: Direction): Decimal | null {
  if (by.unit === 'percent' && from.mantissa === 0n) return null;
  const least =
    by.unit === 'value' ? figure(by.amount) : percentOf(absoluteDecimal(from), by.amount);
  return direction === 'up' ? addDecimals(from, least) : subtractDecimals(from, least);
}

/** Since when the same move holds, unix seconds. */
function heldSince({ confirming }: MoveTracker, { direction }: Move, { time }: Point): number {
  const isSame = confirming?.direction === direction && confirming.since <= time;
  return isSame ? confirming.since : time;
}

function goOn(
  trigger: Moves,
  before: MoveTracker,
  now: Point,
  confirming: MoveTracker['confirming'],
): Tracked<MoveTracker> {
  const grown = withPoint(trigger, before, now);
  const isSame =
    grown.confirming?.direction === confirming?.direction &&
    grown.confirming?.since === confirming?.since;
  return { tracker: isSame ? grown : { ...grown, confirming }, found: null, missed: false };
}

function withPoint({ since }: Moves, tracker: MoveTracker, now: Point): MoveTracker {
  if (since.from === 'last-firing') {
    return tracker.baseline ? tracker : { ...tracker, baseline: now };
  }
  const window = addPoint(tracker.window, now, since.seconds);
  return window === tracker.window ? tracker : { ...tracker, window };
}

function startFrom(trigger: Moves, now: Point): MoveTracker {
  return withPoint(trigger, NEW_MOVE, now);
}

/** Where both directions have moved far enough, the one whose starting point is the later. */
function findMove(
  rule: AlertRule,
  trigger: Moves,
  tracker: MoveTracker,
  figures: Figures,
): Move | null {
  const from = references(trigger, tracker, figures.sample.publishTime);
  if (!from) return null;
  const up = isMove(rule, trigger, figures, { direction: 'up', from: from.low });
  const down = isMove(rule, trigger, figures, { direction: 'down', from: from.high });
  if (up && down) return up.from.time >= down.from.time ? up : down;
  return up ?? down;
}

function isMove(rule: AlertRule, trigger: Moves, figures: Figures, move: Move): Move | null {
  const { direction, from } = move;
  if (trigger.direction !== 'either' && trigger.direction !== direction) return null;
  const edge = moveEdge(trigger, pointPrice(from), direction);
  if (!edge) return null;
  const near = nearEdge(figures, direction === 'up' ? 'above' : 'below', rule.certain);
  const order = compareDecimals(near, edge);
  return (direction === 'up' ? order >= 0 : order <= 0) ? move : null;
}

function pointOf({ sample }: Figures): Point {
  return { price: sample.price, expo: sample.expo, time: sample.publishTime };
}

function happening({ price, sample }: Figures, { direction, from }: Move): Happening {
  const then = pointPrice(from);
  const percent = changePercent(price, then);
  return {
    kind: 'moves',
    direction,
    from: toDecimalString(then),
    change: toDecimalString(absoluteDecimal(subtractDecimals(price, then))),
    percent: percent && toDecimalString(percent),
    seconds: Math.max(0, sample.publishTime - from.time),
  };
}
