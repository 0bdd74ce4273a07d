import type { Observation } from './feed-watch.ts';
import type { AlertRule, Trigger } from './rule.ts';
import type { Tracker } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';
import { NEW_CONDITION, trackCondition } from './track-condition.ts';
import { NEW_CROSSING, trackCrossing } from './track-crossing.ts';
import { NEW_MARKET, trackMarket } from './track-market.ts';
import { NEW_MOVE, trackMove } from './track-move.ts';

/** A tracker that has seen nothing yet. */
export function newTracker({ kind }: Trigger): Tracker {
  switch (kind) {
    case 'crosses':
      return NEW_CROSSING;
    case 'moves':
      return NEW_MOVE;
    case 'market':
      return NEW_MARKET;
    default:
      return NEW_CONDITION;
  }
}

/** Shows a tracker what was seen; a price trigger must be shown a fresh price. */
export function track(
  rule: AlertRule,
  tracker: Tracker,
  seen: Observation,
  options: TrackOptions,
): Tracked<Tracker> {
  const { trigger } = rule;
  if (trigger.kind === 'market' && tracker.kind === 'market') {
    return trackMarket(trigger, tracker, seen, options);
  }
  if (trigger.kind === 'crosses' && tracker.kind === 'crossing' && seen.fresh) {
    return trackCrossing(rule, trigger, tracker, seen.fresh, options);
  }
  if (trigger.kind === 'moves' && tracker.kind === 'move' && seen.fresh) {
    return trackMove(rule, trigger, tracker, seen.fresh, options);
  }
  if (tracker.kind === 'condition') return trackCondition(rule, tracker, seen, options);
  return { tracker, found: null, missed: false };
}

/** Whether the trigger goes by the clock (ticks too) instead of by newer prices. */
export function goesByClock({ kind }: Trigger): boolean {
  return kind === 'market' || kind === 'stale-while-open';
}
