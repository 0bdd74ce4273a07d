import type { UnixMilliseconds } from '../../../base/units.ts';
import { gateOf, watchingOf, type Gate } from '../model/phase.ts';
import { isNewer, lastFor } from '../../prices/newer.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, Tracker } from '../model/state.ts';
import { goesByClock } from '../model/trigger.ts';
import { backlogProblem, NO_BACKLOG, type Backlog } from './backlog.ts';
import { afterPrice, type Observation } from './feed-watch.ts';
import { areBehind, isAnyAhead, startOverIfChanged, withTimes } from './parts.ts';
import { fire, recordMiss, suspend, type StepResult } from './outcome.ts';
import { newTracker, track } from './track.ts';

/**
 * Runs one step of an alert's state machine; see `phase.ts` for the phases. It is pure: its only
 * clock is `observation.at`.
 *
 * Editing, pausing, snoozing, reactivating and expiry cause no event. Each step resets a state that
 * does not match its rule. So an edit takes effect even if the worker died, and editing a level
 * past the current price is not a crossing.
 *
 * @param before `null` for a new alert
 */
export function step(
  rule: AlertRule,
  before: AlertState | null,
  observation: Observation,
  backlog: Backlog = NO_BACKLOG,
): StepResult {
  const gate = gateOf(rule, before, observation.at);
  const state = reconcile(rule, before, gate, observation.at);
  if (gate !== null && gate !== 'snoozed' && gate !== 'cooling') return { state };
  if (wasProcessed(rule, state, observation)) return { state };

  const afterGap =
    state.gap ||
    isAfterGap(rule, observation) ||
    isConfirmationInterrupted(rule, state, observation);
  if (!isUsable(rule, observation)) {
    return { state: afterGap === state.gap ? state : { ...state, gap: afterGap } };
  }
  const mayFire = gate === null;
  const current = startOverIfChanged(rule, state, observation);
  const { tracker, event, missed } = track(rule, current.tracker, observation, {
    afterGap,
    mayFire,
  });
  const tracked = withTracker(current, tracker, observation);
  if (!event) return { state: tracked };
  if (gate !== null) {
    return { state: { ...tracked, unreported: { at: observation.at, why: gate } } };
  }
  const problem = backlogProblem(backlog, state.watchesSince);
  if (problem !== null) return suspend(tracked, problem, observation.at);
  return missed
    ? recordMiss(rule, tracked, event, observation)
    : fire(rule, tracked, event, observation);
}

export function newState(rule: AlertRule): AlertState {
  return {
    watching: watchingOf(rule),
    tracker: newTracker(rule.trigger),
    gap: false,
    asOf: null,
    count: 0,
    lastFiredAt: null,
    doneAt: null,
    coolingUntil: null,
    recent: [],
    suspended: null,
    watchesSince: 0,
    unreported: null,
  };
}

function reconcile(
  rule: AlertRule,
  before: AlertState | null,
  gate: Gate | null,
  now: UnixMilliseconds,
): AlertState {
  if (before === null) return newState(rule);
  const isSame = before.watching === watchingOf(rule);
  if (isSame && gate !== 'off' && gate !== 'expired') return before;
  // Firing ids must stay unique.
  const { count, lastFiredAt, asOf } = before;
  const watchesSince = isSame && !before.suspended ? before.watchesSince : now;
  const restarted = { ...newState(rule), count, lastFiredAt, asOf, watchesSince };
  return isSame && JSON.stringify(restarted) === JSON.stringify(before) ? before : restarted;
}

function isAfterGap({ trigger }: AlertRule, { afterGap, afterPause }: Observation): boolean {
  return goesByClock(trigger) ? afterPause : afterGap;
}

/** After a market closes during a confirmation, prices until it reopens do not count. */
function isConfirmationInterrupted(
  rule: AlertRule,
  { tracker }: AlertState,
  { marketOpen }: Observation,
): boolean {
  if (goesByClock(rule.trigger) || marketOpen || !rule.onlyWhileOpen) return false;
  return tracker.kind !== 'market' && tracker.confirming !== null;
}

/** Prices are replayed after a worker crash. */
function wasProcessed(
  { trigger }: AlertRule,
  { asOf, madeOf }: AlertState,
  observation: Observation,
): boolean {
  if (goesByClock(trigger) || !observation.fresh || asOf === null) return false;
  if (areBehind(observation, madeOf)) return true;
  if (isAnyAhead(observation, madeOf)) return false;
  const { source } = observation.fresh;
  const last = lastFor(source.isVerified ?? false, asOf);
  return last !== null && !isNewer(source, last, observation.trueAt);
}

/**
 * A price trigger needs a new price that is not stale and, unless the rule says otherwise, an open
 * market.
 */
function isUsable(rule: AlertRule, observation: Observation): boolean {
  if (goesByClock(rule.trigger)) return !observation.isLate;
  if (!observation.fresh) return false;
  // One feed's stale price was real, but a figure with a stale part never existed.
  if (observation.stale && observation.madeOf) return false;
  return observation.marketOpen || !rule.onlyWhileOpen;
}

function withTracker(
  state: AlertState,
  tracker: Tracker,
  { fresh, madeOf }: Observation,
): AlertState {
  if (tracker === state.tracker && !state.gap) return state;
  const asOf = fresh ? afterPrice(fresh, state.asOf) : state.asOf;
  return { ...withTimes(state, madeOf), tracker, gap: false, asOf };
}
