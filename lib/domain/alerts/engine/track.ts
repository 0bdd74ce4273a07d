import { hasTrigger, type AlertRule } from '../model/rule.ts';
import type { Tracker, MarketTracker } from '../model/state.ts';
import type { Trigger, TriggerOf } from '../model/trigger.ts';
import type { Observation } from './feed-watch.ts';
import { NEW_CONDITION, trackCondition } from './track-condition.ts';
import { NEW_CROSSING, trackCrossing } from './track-crossing.ts';
import { NEW_MOVE, trackMove } from './track-move.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

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

/** A price trigger needs an observation with a fresh price. */
export function track(
  rule: AlertRule,
  tracker: Tracker,
  observation: Observation,
  options: TrackOptions,
): Tracked<Tracker> {
  const { fresh } = observation;
  if (tracker.kind === 'condition') return trackCondition(rule, tracker, observation, options);
  if (tracker.kind === 'market' && hasTrigger(rule, 'market')) {
    return trackMarket(rule.trigger, tracker, observation, options);
  }
  if (tracker.kind === 'crossing' && hasTrigger(rule, 'crosses') && fresh) {
    return trackCrossing(rule, tracker, fresh, options);
  }
  if (tracker.kind === 'move' && hasTrigger(rule, 'moves') && fresh) {
    return trackMove(rule, tracker, fresh, options);
  }
  return { tracker };
}

const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };

/** An opening or closing during a gap is missed. */
function trackMarket(
  { change }: TriggerOf<'market'>,
  before: MarketTracker,
  observation: Observation,
  { afterGap }: TrackOptions,
): Tracked<MarketTracker> {
  const marketOpen = observation.marketOpen && observation.isAfterHours !== true;
  if (marketOpen === before.wasOpen) return { tracker: before };
  const tracker = { ...before, wasOpen: marketOpen };
  const isWanted = change === 'either' || (change === 'opens') === marketOpen;
  if (before.wasOpen === null || !isWanted) return { tracker };
  const event = { kind: 'market', now: marketOpen ? 'open' : 'closed' } as const;
  return { tracker, event, missed: afterGap };
}
