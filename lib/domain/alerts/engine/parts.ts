// What a calculated figure is made of: the prices of several feeds, and often the holdings.
import { toSeconds } from '../../../base/units.ts';
import { MAX_CLOCK_ERROR_SECONDS } from '../../prices/newer.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, Tracker } from '../model/state.ts';
import type { FeedCheck, Observation } from './feed-watch.ts';
import { newTracker } from './track.ts';

/**
 * Whether one of the prices is older than that which last changed the state: a worker died after it
 * stored a firing and before it stored the prices. The others alone would give a figure that never
 * was. A price from the future does not block later ones.
 */
export function areBehind({ madeOf, trueAt }: Observation, before: AlertState['madeOf']): boolean {
  if (!madeOf || !before || before.times.length !== madeOf.times.length) return false;
  const latest = toSeconds(trueAt) + MAX_CLOCK_ERROR_SECONDS;
  return before.times.some((time, at) => (madeOf.times[at] ?? time) < time && time <= latest);
}

/** Whether one of the prices is newer than that which last changed the state. */
export function isAnyAhead({ madeOf }: Observation, before: AlertState['madeOf']): boolean {
  if (!madeOf || !before || before.times.length !== madeOf.times.length) return false;
  return before.times.some((time, at) => (madeOf.times[at] ?? time) > time);
}

/** Starts over if the holdings are others than before: buying is no rise, and selling is no fall. */
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

/** Remembers the publish times of the prices that change the state. */
export function withTimes(state: AlertState, madeOf: FeedCheck['madeOf']): AlertState {
  return madeOf && state.madeOf
    ? { ...state, madeOf: { ...state.madeOf, times: [...madeOf.times] } }
    : state;
}

/** A condition that already triggered must still end before it can trigger again. */
function startedOver({ trigger }: AlertRule, tracker: Tracker): Tracker {
  return tracker.kind === 'condition' ? { ...tracker, confirming: null } : newTracker(trigger);
}
