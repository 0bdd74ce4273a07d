import type { Decimal } from '../../prices/decimal.ts';
import type { ExactPrice } from '../model/price.ts';
import type { RuleOf } from '../model/rule.ts';
import type { CrossingTracker } from '../model/state.ts';
import type { Side } from '../model/trigger.ts';
import { bandEdge, isBeyond, otherSide, ruleNumber, sideOf } from './levels.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

type Rule = RuleOf<'crosses'>;

export const NEW_CROSSING: CrossingTracker = {
  kind: 'crossing',
  seen: null,
  needsBand: false,
  confirming: null,
};

/**
 * Tracks crossings: a price strictly on one side, then one strictly on the other. At first, any
 * distance is enough, because users set levels close to the price. After a firing, the price must
 * move back by the reset distance.
 */
export function trackCrossing(
  rule: Rule,
  before: CrossingTracker,
  exact: ExactPrice,
  { afterGap }: TrackOptions,
): Tracked<CrossingTracker> {
  const level = ruleNumber(rule.trigger.level);
  if (afterGap && before.seen !== null && sideOf(exact.price, level) !== before.seen) {
    return resumeAfterGap(rule, before, exact, level);
  }
  const crossed = confirm(rule, before, exact, level);
  if (crossed.direction) {
    // With direction `either`, a crossing beyond the reset distance can fire on the way back.
    const tracker = arm(rule, { ...NEW_CROSSING, needsBand: true }, exact, level);
    return { tracker, event: toEvent(rule, crossed.direction) };
  }
  return { tracker: arm(rule, crossed.tracker, exact, level) };
}

/**
 * A side change during the gap is a missed crossing. A crossing seen before the gap restarts its
 * confirmation.
 */
function resumeAfterGap(
  rule: Rule,
  before: CrossingTracker,
  exact: ExactPrice,
  level: Decimal,
): Tracked<CrossingTracker> {
  const direction = otherSide(before.seen ?? 'above');
  const hasCrossed = isBeyond(exact, level, direction, rule.certain);
  if (hasCrossed && before.confirming) {
    const confirming = { direction, since: exact.source.publishTime };
    return { tracker: { ...before, confirming } };
  }
  const event = hasCrossed ? toEvent(rule, direction) : null;
  return { tracker: arm(rule, NEW_CROSSING, exact, level), event, missed: true };
}

function confirm(
  rule: Rule,
  tracker: CrossingTracker,
  exact: ExactPrice,
  level: Decimal,
): { direction: Side | null; tracker: CrossingTracker } {
  const { seen, confirming } = tracker;
  if (seen === null) return { direction: null, tracker };
  const direction = otherSide(seen);
  if (!isBeyond(exact, level, direction, rule.certain)) {
    return { direction: null, tracker: confirming ? { ...tracker, confirming: null } : tracker };
  }
  const now = exact.source.publishTime;
  const since = confirming?.since ?? now;
  if (now - since >= rule.confirmationSeconds) return { direction, tracker };
  if (now >= since && confirming) return { direction: null, tracker };
  return { direction: null, tracker: { ...tracker, confirming: { direction, since: now } } };
}

/** Stores the price's side, if the trigger can fire from there. */
function arm(
  rule: Rule,
  tracker: CrossingTracker,
  { price, conf }: ExactPrice,
  level: Decimal,
): CrossingTracker {
  const side = sideOf(price, level);
  if (tracker.seen !== null || side === null) return tracker;
  if (rule.trigger.direction === side) return tracker;
  const edge = bandEdge(level, side, rule.rearmBandPercent, conf);
  if (tracker.needsBand && sideOf(price, edge) === otherSide(side)) return tracker;
  return { ...tracker, seen: side, needsBand: false };
}

function toEvent({ trigger: { kind, level } }: Rule, direction: Side) {
  return { kind, direction, level };
}
