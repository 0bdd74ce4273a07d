import { toSeconds, type UnixMilliseconds } from '../../../base/units.ts';
import type { AlertEvent } from '../model/event.ts';
import type { Firing } from '../model/firing.ts';
import { gateOf, watchingOf, type Gate } from '../model/phase.ts';
import { isNewer, lastFor } from '../../prices/newer.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState, Tracker } from '../model/state.ts';
import { goesByClock } from '../model/trigger.ts';
import { afterPrice, type Observation } from './feed-watch.ts';
import { areBehind, isAnyAhead, startOverIfChanged, withTimes } from './parts.ts';
import { newTracker, track } from './track.ts';

export interface StepResult {
  /** The same object if nothing changed. */
  readonly state: AlertState;
  /** A `missed` firing is recorded, but the alert did not fire. */
  readonly firing?: Firing;
}

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
): StepResult {
  const gate = gateOf(rule, before, observation.at);
  const state = reconcile(rule, before, gate);
  if (gate !== null && gate !== 'snoozed' && gate !== 'cooling') return { state };
  if (wasProcessed(rule, state, observation)) return { state };

  const afterGap = state.gap || isAfterGap(rule, observation);
  if (!isUsable(rule, observation)) {
    return { state: afterGap === state.gap ? state : { ...state, gap: afterGap } };
  }
  const current = startOverIfChanged(rule, state, observation);
  const { tracker, event, missed } = track(rule, current.tracker, observation, {
    afterGap,
    mayFire: gate === null,
  });
  const tracked = withTracker(current, tracker, observation);
  if (!event || gate !== null) return { state: tracked };
  const firing = makeFiring(rule, tracked, event, observation);
  return missed
    ? { state: { ...tracked, count: tracked.count + 1 }, firing: { ...firing, missed: true } }
    : { state: afterFiring(rule, tracked, observation.at), firing };
}

function newState(rule: AlertRule): AlertState {
  return {
    watching: watchingOf(rule),
    tracker: newTracker(rule.trigger),
    gap: false,
    asOf: null,
    count: 0,
    lastFiredAt: null,
    doneAt: null,
    coolingUntil: null,
  };
}

function reconcile(rule: AlertRule, before: AlertState | null, gate: Gate | null): AlertState {
  if (before === null) return newState(rule);
  const isSame = before.watching === watchingOf(rule);
  if (isSame && gate !== 'off' && gate !== 'expired') return before;
  // Firing ids must stay unique.
  const { count, lastFiredAt, asOf } = before;
  const restarted = { ...newState(rule), count, lastFiredAt, asOf };
  return isSame && JSON.stringify(restarted) === JSON.stringify(before) ? before : restarted;
}

function isAfterGap({ trigger }: AlertRule, { afterGap, afterPause }: Observation): boolean {
  return goesByClock(trigger) ? afterPause : afterGap;
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

/** A price trigger needs a new price while the market is trading. */
function isUsable(rule: AlertRule, observation: Observation): boolean {
  if (goesByClock(rule.trigger)) return !observation.isLate;
  if (!observation.fresh) return false;
  // One feed's stale price was real, but a figure with a stale part never existed.
  if (observation.stale && observation.madeOf) return false;
  // A signed price is trading, whatever the unsigned schedule says.
  return observation.marketOpen || observation.fresh.source.isVerified === true;
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

function afterFiring({ repeat }: AlertRule, state: AlertState, at: UnixMilliseconds): AlertState {
  const isOnce = repeat.mode === 'once';
  return {
    ...state,
    // A one-time alert stops here, so a later wake-up by a snooze follows a gap.
    gap: isOnce,
    count: state.count + 1,
    lastFiredAt: at,
    doneAt: isOnce ? at : null,
    coolingUntil: isOnce ? null : at + repeat.cooldownSeconds * 1_000,
  };
}

function makeFiring(
  { id: alertId, feedId, trigger }: AlertRule,
  { count }: AlertState,
  what: AlertEvent,
  { latest, fresh, at, trueAt, stale }: Observation,
): Firing {
  const isLate = stale && fresh !== null && !goesByClock(trigger);
  const lateSeconds = isLate
    ? Math.floor(toSeconds(trueAt) - fresh.source.publishTime)
    : latest?.excusedSeconds;
  const position = fresh ? `${fresh.source.publishTime}-${fresh.source.slot ?? ''}` : `t${at}`;
  return {
    id: `${alertId}.${position}.${count}`,
    alertId,
    feedId,
    at,
    what,
    missed: false,
    price: latest && {
      price: latest.price,
      conf: latest.conf,
      expo: latest.expo,
      publishTime: latest.publishTime,
      slot: latest.slot,
    },
    ...(lateSeconds !== undefined && { lateSeconds }),
    ...(latest?.isUnverified && { isUnverified: true }),
    delivered: 'pending',
    seenAt: null,
  };
}
