import type { Decimal } from '../../prices/decimal.ts';
import type { ExactPrice } from '../model/price.ts';
import type { CrossingTracker } from '../model/state.ts';
import { sideThatCounts, type Side, type TriggerOf } from '../model/trigger.ts';
import { hasReset, otherSide, ruleNumber, sideOf } from './levels.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

type Crossing = TriggerOf<'crosses'>;

export const NEW_CROSSING: CrossingTracker = { kind: 'crossing', seen: null, needsReset: false };

/**
 * Tracks crossings: a price strictly on one side, then one strictly on the other. At first, any
 * distance is enough, because users set levels close to the price. After a firing, the price must
 * move back by more than its confidence.
 */
export function trackCrossing(
  trigger: Crossing,
  before: CrossingTracker,
  exact: ExactPrice,
  { afterGap, mayFire }: TrackOptions,
): Tracked<CrossingTracker> {
  const level = ruleNumber(trigger.level);
  const side = sideOf(exact.price, level);
  const counts = sideThatCounts(trigger);
  if (counts !== null && side === counts) return trackThere(trigger, before, side, mayFire);
  const { seen } = before;
  if (seen === null || side !== otherSide(seen)) {
    // After a gap, a price on the level itself may have come from either side.
    const isUnsure = afterGap && side === null && seen !== null;
    return { tracker: arm(trigger, isUnsure ? NEW_CROSSING : before, exact, level) };
  }
  const event = { kind: 'crosses', direction: side, level: trigger.level } as const;
  if (afterGap) return { tracker: arm(trigger, NEW_CROSSING, exact, level), event, missed: true };
  // With direction `either`, a crossing beyond the reset distance can fire on the way back.
  return { tracker: arm(trigger, { ...NEW_CROSSING, needsReset: true }, exact, level), event };
}

/** The price is where the alert also fires without a crossing. A snooze delays the firing. */
function trackThere(
  { level }: Crossing,
  before: CrossingTracker,
  direction: Side,
  mayFire: boolean,
): Tracked<CrossingTracker> {
  if (before.needsReset || !mayFire) return { tracker: before };
  const wasThere = before.seen === null && { wasThere: true as const };
  return {
    tracker: { ...NEW_CROSSING, needsReset: true },
    event: { kind: 'crosses', direction, level, ...wasThere },
  };
}

/** Stores the price's side, if the trigger can fire from there. */
function arm(
  { direction }: Crossing,
  tracker: CrossingTracker,
  { price, conf }: ExactPrice,
  level: Decimal,
): CrossingTracker {
  const side = sideOf(price, level);
  if (tracker.seen !== null || side === null || direction === side) return tracker;
  if (tracker.needsReset && !hasReset(price, level, conf)) return tracker;
  return { ...tracker, seen: side, needsReset: false };
}
