import { toSeconds } from '../../../base/units.ts';
import { hasTrigger, type AlertRule } from '../model/rule.ts';
import type { MarketTracker, StaleTracker, Tracker } from '../model/state.ts';
import type { Trigger, TriggerOf } from '../model/trigger.ts';
import type { Observation } from './feed-watch.ts';
import { NEW_CROSSING, trackCrossing } from './track-crossing.ts';
import { NEW_MOVE, trackMove } from './track-move.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

const NEW_MARKET: MarketTracker = { kind: 'market', wasOpen: null };
const NEW_STALE: StaleTracker = { kind: 'stale', since: null, hasFired: false };

/** Right after a market opens, the price is the previous session's until a publisher updates it. */
const MIN_STALE_SECONDS = 60;

export function newTracker({ kind }: Trigger): Tracker {
  switch (kind) {
    case 'crosses':
      return NEW_CROSSING;
    case 'moves':
      return NEW_MOVE;
    case 'stale-while-open':
      return NEW_STALE;
    default:
      return NEW_MARKET;
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
  if (tracker.kind === 'stale') return trackStale(tracker, observation, options);
  if (tracker.kind === 'market' && hasTrigger(rule, 'market')) {
    return trackMarket(rule.trigger, tracker, observation, options);
  }
  if (tracker.kind === 'crossing' && hasTrigger(rule, 'crosses') && fresh) {
    return trackCrossing(rule.trigger, tracker, fresh, options);
  }
  if (tracker.kind === 'move' && hasTrigger(rule, 'moves') && fresh) {
    return trackMove(rule.trigger, tracker, fresh, options);
  }
  return { tracker };
}

/** By the clock, because a stale price has no new publish time. A snooze delays the firing. */
function trackStale(
  before: StaleTracker,
  { stale, at }: Observation,
  { afterGap, mayFire }: TrackOptions,
): Tracked<StaleTracker> {
  if (!stale) {
    const isNew = before.since === null && !before.hasFired;
    return { tracker: isNew ? before : NEW_STALE };
  }
  if (before.hasFired) return { tracker: before };
  const now = toSeconds(at);
  const isGoingOn = before.since !== null && !afterGap && now >= before.since;
  const since = isGoingOn ? (before.since ?? now) : now;
  if (now - since >= MIN_STALE_SECONDS && mayFire) {
    return { tracker: { ...before, since, hasFired: true }, event: { kind: 'stale-while-open' } };
  }
  return { tracker: since === before.since ? before : { ...before, since } };
}

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
