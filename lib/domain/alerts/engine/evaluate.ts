import { type FeedId, toMilliseconds, toSeconds } from '../../../base/units.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { Absence } from '../model/absence.ts';
import { observe, type FeedCheck, type Observation } from './feed-watch.ts';
import { step } from './step.ts';
import { gateOf, watchingOf } from '../model/phase.ts';
import type { AlertState } from '../model/state.ts';

export interface EvaluationInputs {
  readonly rulesOf: (subjectId: string) => readonly AlertRule[];
  readonly feeds: ReadonlyMap<FeedId, FeedAlerts>;
  /** While alerts are off, states do not change, and the time counts as a gap. */
  readonly areOn: boolean;
  readonly reportsMissed: boolean;
  /** Milliseconds, see `gapFor`. */
  readonly gap?: number | undefined;
  /** Whether alerts look into absences. Missed firings then wait for the result. */
  readonly looksBack?: boolean;
}

export interface Evaluation {
  feeds: Map<FeedId, FeedAlerts>;
  /** Including those missed while offline. */
  firings: Firing[];
  /** Absences for alerts to look into. */
  absences: Absence[];
  /** Whether anything other than the time of the last check changed. */
  isChanged: boolean;
}

const NEW_FEED: FeedAlerts = { watch: null, states: {}, revision: 0 };

/**
 * Evaluates the alerts of each checked feed, in order. The caller first stores firings (as
 * `pending`) with the states in one write, then the watches and prices: if the worker dies, a
 * replay fires nothing twice.
 */
export function evaluate(checks: readonly FeedCheck[], inputs: EvaluationInputs): Evaluation {
  const result: Evaluation = { feeds: new Map(), firings: [], absences: [], isChanged: false };
  for (const check of checks) {
    const { subjectId } = check;
    const before = result.feeds.get(subjectId) ?? inputs.feeds.get(subjectId) ?? NEW_FEED;
    const { watch, observation } = inputs.areOn
      ? observe(before.watch, check, inputs.gap)
      : { watch: null, observation: null };
    const states = observation ? stepAlerts(before, observation, inputs, result) : before.states;
    const waiting = inputs.areOn ? check.waiting : undefined;
    const isSame = watch === before.watch && states === before.states;
    if (isSame && waiting === before.waiting) continue;
    result.isChanged ||= states !== before.states;
    const isRecalled = watch?.lookedAt == null && inputs.areOn ? before.isRecalled : undefined;
    result.feeds.set(subjectId, { ...before, watch, states, waiting, isRecalled });
  }
  return result;
}

/** Returns the same object if no state changed. */
function stepAlerts(
  before: FeedAlerts,
  observation: Observation,
  { rulesOf, reportsMissed, looksBack = false }: EvaluationInputs,
  { firings, absences }: Evaluation,
): FeedAlerts['states'] {
  const { states } = before;
  const changed: FeedAlerts['states'] = {};
  const rules = rulesOf(observation.subjectId);
  let absence = looksBack ? absenceOf(before, observation, rules) : null;
  for (const rule of rules) {
    const was = stateOf(rule.id, states);
    const { state, firing } = step(rule, was, observation);
    if (state !== was) changed[rule.id] = state;
    absence = absence && absenceAfter(absence, rule.id, state, firing);
    if (firing && !isHeldBy(absence, firing)) {
      const isReported = !firing.missed || reportsMissed;
      firings.push(isReported ? firing : { ...firing, delivered: 'silent' });
    }
  }
  if (absence && absence.alerts.length > 0) absences.push(absence);
  return Object.keys(changed).length === 0 ? states : { ...states, ...changed };
}

// Publish times are whole seconds, so no price fits into a shorter absence.
const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 30 * 86_400;

/**
 * The absence that a response ended, with the alerts on levels that were active before it; `null`
 * if there was none. Time with alerts turned off, or before a change of service, does not count.
 */
function absenceOf(
  { watch, isRecalled, states }: FeedAlerts,
  observation: Observation,
  rules: readonly AlertRule[],
): Absence | null {
  const {
    subjectId: feedId,
    isAnswer,
    afterGap,
    afterPause,
    fresh,
    at,
    trueAt,
    madeOf,
  } = observation;
  const { newest = null, lookedAt, sleptUntil = 0 } = watch ?? {};
  const known = newest?.publishTime ?? (isRecalled ? observation.knownUntil : undefined);
  if (!isAnswer || !afterGap || madeOf || known === undefined) return null;
  const until = fresh ? fresh.source.publishTime : Math.floor(toSeconds(trueAt));
  const from = Math.max(known, until - LONGEST_SECONDS);
  if (until - from < SHORTEST_SECONDS) return null;
  const startedAt = toMilliseconds(from) + (at - trueAt);
  const alerts = rules.flatMap((rule) => {
    const before = stateOf(rule.id, states);
    if (!before || !isActive(rule, before, startedAt)) return [];
    return [{ alertId: rule.id, before, count: before.count, missed: null }];
  });
  const hasSlept = newest !== null && (afterPause || sleptUntil > (lookedAt ?? 0));
  return { feedId, from, until, hasSlept, endedAt: at, tries: 0, alerts };
}

function isActive(rule: AlertRule, before: AlertState, at: number): boolean {
  const gate = gateOf(rule, before, at);
  return (
    rule.trigger.kind === 'crosses' &&
    before.watching === watchingOf(rule) &&
    (gate === null || gate === 'snoozed' || gate === 'cooling')
  );
}

/**
 * Adds what the response after the absence did to one of its alerts. A missed firing waits until
 * its alert has looked into the absence. An alert that fired at once keeps its old count, so that
 * what it finds is only recorded.
 */
function absenceAfter(
  absence: Absence,
  alertId: string,
  { count }: AlertState,
  firing: Firing | undefined,
): Absence {
  if (firing && !firing.missed) return absence;
  const alerts = absence.alerts.map((alert) =>
    alert.alertId === alertId ? { ...alert, count, missed: firing ?? null } : alert,
  );
  return { ...absence, alerts };
}

/** Whether to hold a firing until its alert has been checked for the absence. */
function isHeldBy(absence: Absence | null, { alertId, missed }: Firing): boolean {
  return missed && absence !== null && absence.alerts.some((alert) => alert.alertId === alertId);
}
