import type { FeedId } from '../../../base/units.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { Absence } from '../model/absence.ts';
import { absenceOf, absenceAfter, isHeldBy } from './absence-of.ts';
import { observe, type FeedCheck, type Observation } from './feed-watch.ts';
import { step } from './step.ts';

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
