import { compareDecimals } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import { bandEdge, figure, isBeyond, otherSide, sideOf, type Side } from './beyond.ts';
import type { AlertRule, Trigger } from './rule.ts';
import type { Figures } from './sample.ts';
import type { CrossingTracker } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';

type Crossing = Extract<Trigger, { kind: 'crosses' }>;

export const NEW_CROSSING: CrossingTracker = {
  kind: 'crossing',
  seen: null,
  needsBand: false,
  confirming: null,
};

/**
 * Follows a price around a level. It must be seen strictly on one side, and then strictly on the
 * other; to be armed the first time any distance will do (a level a few points away is a sensible
 * wish), after a firing it takes the re-arm band.
 */
export function trackCrossing(
  rule: AlertRule,
  trigger: Crossing,
  before: CrossingTracker,
  figures: Figures,
  { afterGap }: TrackOptions,
): Tracked<CrossingTracker> {
  const level = figure(trigger.level);
  if (afterGap && before.seen !== null && sideOf(figures.price, level) !== before.seen) {
    return resumeAfterGap(rule, trigger, before, figures, level);
  }
  const crossed = confirm(rule, before, figures, level);
  if (crossed.direction) {
    // With either direction, a price that went over by the band is armed for the way back.
    const tracker = arm(rule, trigger, { ...NEW_CROSSING, needsBand: true }, figures, level);
    return { tracker, found: happening(trigger, crossed.direction), missed: false };
  }
  return {
    tracker: arm(rule, trigger, crossed.tracker, figures, level),
    found: null,
    missed: false,
  };
}

/**
 * It went over while nobody looked: not armed any more. A crossing that was seen, and whose
 * confirmation the gap broke, begins its confirmation again.
 */
function resumeAfterGap(
  rule: AlertRule,
  trigger: Crossing,
  before: CrossingTracker,
  figures: Figures,
  level: Decimal,
): Tracked<CrossingTracker> {
  const direction = otherSide(before.seen ?? 'above');
  const isOver = isBeyond(figures, level, direction, rule.certain);
  if (isOver && before.confirming) {
    const confirming = { direction, since: figures.sample.publishTime };
    return { tracker: { ...before, confirming }, found: null, missed: false };
  }
  const tracker = arm(rule, trigger, NEW_CROSSING, figures, level);
  return { tracker, found: isOver ? happening(trigger, direction) : null, missed: isOver };
}

function confirm(
  rule: AlertRule,
  tracker: CrossingTracker,
  figures: Figures,
  level: Decimal,
): { direction: Side | null; tracker: CrossingTracker } {
  if (tracker.seen === null) return { direction: null, tracker };
  const direction = otherSide(tracker.seen);
  if (!isBeyond(figures, level, direction, rule.certain)) {
    return { direction: null, tracker: withoutConfirming(tracker) };
  }
  const now = figures.sample.publishTime;
  const since = tracker.confirming?.since ?? now;
  if (now - since >= rule.confirmationSeconds) return { direction, tracker };
  if (now >= since && tracker.confirming) return { direction: null, tracker };
  return { direction: null, tracker: { ...tracker, confirming: { direction, since: now } } };
}

function withoutConfirming(tracker: CrossingTracker): CrossingTracker {
  return tracker.confirming ? { ...tracker, confirming: null } : tracker;
}

/** Notes the side that the price is on, once, where the trigger can start from there. */
function arm(
  rule: AlertRule,
  trigger: Crossing,
  tracker: CrossingTracker,
  { price, conf }: Figures,
  level: Decimal,
): CrossingTracker {
  const side = sideOf(price, level);
  if (tracker.seen !== null || side === null) return tracker;
  if (trigger.direction === side) return tracker;
  if (
    tracker.needsBand &&
    !isBack(price, bandEdge(level, side, rule.rearmBandPercent, conf), side)
  ) {
    return tracker;
  }
  return { ...tracker, seen: side, needsBand: false };
}

/** At the band's edge or behind it. */
function isBack(price: Decimal, edge: Decimal, side: Side): boolean {
  const order = compareDecimals(price, edge);
  return side === 'above' ? order >= 0 : order <= 0;
}

function happening({ level }: Crossing, direction: Side) {
  return { kind: 'crosses' as const, direction, level };
}
