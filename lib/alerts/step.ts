import { backlogProblem, NO_BACKLOG, type Backlog } from './backlog.ts';
import type { Observation } from './feed-watch.ts';
import { makeFiring, type Firing } from './firing.ts';
import type { Happening } from './happening.ts';
import { gateOf, watchingOf, type Gate } from './phase.ts';
import type { AlertRule } from './rule.ts';
import { compareMoments, isFromFuture, type Moment } from './sample.ts';
import type { AlertState, Tracker } from './state.ts';
import { goesByClock, newTracker, track } from './tracking.ts';

export interface StepResult {
  /** The same object where nothing happened to the alert. */
  readonly state: AlertState;
  readonly firing?: Firing;
  /** What it would have fired for, had anybody looked. */
  readonly missed?: Firing;
  /** It fired too often, or too often undelivered, and was suspended just now: why, in words. */
  readonly suspended?: string;
}

const MAX_FIRINGS = 15;
const GUARDED = 3 * 60_000;
const RUNAWAY =
  'It fired 15 times within 3 minutes and was about to fire again. Arm it again, perhaps with a ' +
  'wider re-arm band or a longer cool-down.';

/**
 * One step of one alert's state machine: pure, and its only clock is `seen.at`. The phases and what
 * leads from one to the next: see `phase.ts`.
 *
 * Edits, switching on and off, snoozing, arming again and expiry need no event: each step compares
 * the rule with what its state was made for and begins anew where they differ. An event lost with
 * the worker can therefore lose no edit, and a level that jumps over the price fires nothing.
 *
 * @param before `null`: a new alert
 */
export function step(
  rule: AlertRule,
  before: AlertState | null,
  seen: Observation,
  backlog: Backlog = NO_BACKLOG,
): StepResult {
  const gate = gateOf(rule, before, seen.at);
  const state = reconcile(rule, before, gate, seen.at);
  if (gate !== null && gate !== 'snoozed' && gate !== 'cooling') return { state };
  if (isTakenBefore(rule, state, seen)) return { state };

  const afterGap = state.gap || cameAfterGap(rule, seen) || isCutShort(rule, state, seen);
  if (!isFit(rule, seen)) {
    return { state: afterGap === state.gap ? state : { ...state, gap: afterGap } };
  }
  const mayFire = gate === null;
  const { tracker, found, missed } = track(rule, state.tracker, seen, { afterGap, mayFire });
  const looked = withTracker(state, tracker, seen);
  if (!found) return { state: looked };
  if (gate !== null) return { state: leaveUnreported(looked, gate, seen) };
  const problem = backlogProblem(backlog, state.watchesSince);
  if (problem !== null) return suspend(looked, problem, seen);
  return missed ? miss(rule, looked, found, seen) : fire(rule, looked, found, seen);
}

/** The state of an alert that has seen nothing yet. */
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
  now: number,
): AlertState {
  if (before === null) return newState(rule);
  const isSame = before.watching === watchingOf(rule);
  if (isSame && gate !== 'off' && gate !== 'expired') return before;
  // The counter goes on, so that no id comes twice.
  const { count, lastFiredAt, asOf } = before;
  const watchesSince = isSame && !before.suspended ? before.watchesSince : now;
  const anew = { ...newState(rule), count, lastFiredAt, asOf, watchesSince };
  return isSame && JSON.stringify(anew) === JSON.stringify(before) ? before : anew;
}

function cameAfterGap({ trigger }: AlertRule, { afterGap, afterPause }: Observation): boolean {
  return goesByClock(trigger) ? afterPause : afterGap;
}

/** Its market closed before the confirmation was over: what a night's prices did was not looked at. */
function isCutShort(
  rule: AlertRule,
  { tracker }: AlertState,
  { marketOpen }: Observation,
): boolean {
  if (goesByClock(rule.trigger) || marketOpen || !rule.onlyWhileOpen) return false;
  return tracker.kind !== 'market' && tracker.confirming !== null;
}

/** A price that has moved this alert already: it comes again after a crash, and says nothing. */
function isTakenBefore({ trigger }: AlertRule, { asOf }: AlertState, seen: Observation): boolean {
  if (goesByClock(trigger) || !seen.fresh || asOf === null) return false;
  return !isAfter(seen.fresh.sample, asOf, seen.trueAt);
}

/** Whether this look may move the alert: a price must be newer, not stale, and of an open market. */
function isFit(rule: AlertRule, seen: Observation): boolean {
  if (goesByClock(rule.trigger)) return !seen.isLate;
  if (!seen.fresh || seen.stale) return false;
  return seen.marketOpen || !rule.onlyWhileOpen;
}

function isAfter(moment: Moment, last: Moment, now: number): boolean {
  if (compareMoments(moment, last) > 0) return true;
  return isFromFuture(last, now) && !isFromFuture(moment, now);
}

function withTracker(state: AlertState, tracker: Tracker, { fresh }: Observation): AlertState {
  if (tracker === state.tracker && !state.gap) return state;
  const asOf = fresh
    ? { publishTime: fresh.sample.publishTime, slot: fresh.sample.slot }
    : state.asOf;
  return { ...state, tracker, gap: false, asOf };
}

function fire(rule: AlertRule, state: AlertState, what: Happening, seen: Observation): StepResult {
  const { at } = seen;
  // Firings ahead of the clock were before it was set back: counted for longer than the others, they
  // would make an alert of an allowed pace too frequent.
  const recent = state.recent.filter((firedAt) => firedAt <= at && at - firedAt < GUARDED);
  if (recent.length >= MAX_FIRINGS) return suspend(state, RUNAWAY, seen);
  const { repeat } = rule;
  const isOnce = repeat.mode === 'once';
  const cooldown = isOnce ? 0 : repeat.cooldownSeconds * 1_000;
  return {
    firing: makeFiring(
      { alertId: rule.id, feedId: rule.feedId, count: state.count },
      what,
      seen,
      false,
    ),
    state: {
      ...state,
      // Done, it looks no more: when a snooze wakes it, what changed meanwhile changed unseen.
      gap: isOnce,
      count: state.count + 1,
      lastFiredAt: at,
      doneAt: isOnce ? at : null,
      coolingUntil: cooldown > 0 ? at + cooldown : null,
      recent: [...recent, at],
      unreported: null,
    },
  };
}

function suspend(state: AlertState, reason: string, { at }: Observation): StepResult {
  return { state: { ...state, recent: [], suspended: { at, reason } }, suspended: reason };
}

function miss(rule: AlertRule, state: AlertState, what: Happening, seen: Observation): StepResult {
  const origin = { alertId: rule.id, feedId: rule.feedId, count: state.count };
  return {
    missed: makeFiring(origin, what, seen, true),
    state: { ...state, count: state.count + 1, unreported: unreported('gap', seen) },
  };
}

function leaveUnreported(state: AlertState, gate: 'snoozed' | 'cooling', seen: Observation) {
  return { ...state, unreported: unreported(gate, seen) };
}

function unreported(why: 'gap' | 'cooling' | 'snoozed', { at }: Observation) {
  return { at, why };
}
