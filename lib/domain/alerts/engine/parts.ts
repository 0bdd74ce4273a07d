// What a calculated figure is made of: the prices of several feeds, and often the holdings.
import { toSeconds } from '../../../base/units.ts';
import { MAX_CLOCK_ERROR_SECONDS } from '../../prices/newer.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, Tracker } from '../model/state.ts';
import type { FeedCheck, Observation } from './feed-watch.ts';
import { sideThatCounts } from '../model/trigger.ts';
import { newTracker } from './track.ts';

/**
 * Whether a price is older than the one that last changed the state, because a worker died between
 * storing a firing and the prices. A figure with such a price never existed. A price from the
 * future does not block later ones.
 */
export function areBehind({ madeOf, trueAt }: Observation, before: AlertState['madeOf']): boolean {
  if (!madeOf || !before || before.times.length !== madeOf.times.length) return false;
  const latest = toSeconds(trueAt) + MAX_CLOCK_ERROR_SECONDS;
  return before.times.some((time, at) => (madeOf.times[at] ?? time) < time && time <= latest);
}

/** Whether a price is newer than the one that last changed the state. */
export function isAnyAhead({ madeOf }: Observation, before: AlertState['madeOf']): boolean {
  if (!madeOf || !before || before.times.length !== madeOf.times.length) return false;
  return before.times.some((time, at) => (madeOf.times[at] ?? time) > time);
}

/** Starts over if the holdings changed: buying is not a rise, and selling is not a fall. */
export function startOverIfChanged(
  rule: AlertRule,
  state: AlertState,
  { madeOf, at }: Observation,
): AlertState {
  if (!madeOf || state.madeOf?.basis === madeOf.basis) return state;
  const isFirst = state.madeOf === undefined;
  return {
    ...state,
    tracker: isFirst ? state.tracker : startedOver(rule, state.tracker),
    madeOf: { ...madeOf, changedAt: isFirst ? null : at },
  };
}

export function withTimes(state: AlertState, madeOf: FeedCheck['madeOf']): AlertState {
  return madeOf && state.madeOf
    ? { ...state, madeOf: { ...state.madeOf, times: [...madeOf.times] } }
    : state;
}

/** An alert that fires on one side of a level must first see the other side again. */
function startedOver({ trigger }: AlertRule, tracker: Tracker): Tracker {
  return sideThatCounts(trigger) === null ? newTracker(trigger) : tracker;
}
