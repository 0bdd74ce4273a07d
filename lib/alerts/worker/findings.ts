import { NO_BACKLOG, type Backlog } from '../engine/backlog.ts';
import { evaluateFeed } from '../engine/evaluate.ts';
import { isUndelivered } from '../model/firing.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { FeedAlertsRecord } from '../../storage/alert-states.ts';
import type { Occurrence } from './events.ts';

/** An alert that was auto-paused in this step, and why. */
export interface Suspension {
  rule: AlertRule;
  reason: string;
}

/** The results of one evaluation step over all its feeds. */
export interface Findings {
  /** The records that changed, by feed id. */
  records: Map<string, FeedAlertsRecord>;
  /** The feeds whose records must be stored in local storage before anything else happens. */
  urgent: Set<string>;
  firings: Firing[];
  suspended: Suspension[];
  /** Whether an alert's state changed, and not only the time of the last answer. */
  isChanged: boolean;
}

interface Inputs {
  rulesOf: (feedId: string) => readonly AlertRule[];
  feeds: ReadonlyMap<string, FeedAlertsRecord>;
  /** The global switch. */
  areOn: boolean;
  /** Whether the user wants to hear of what was missed while offline. */
  tellsMissed: boolean;
  /** The silence, in milliseconds, that counts as a gap. */
  gap: number;
  /** The stored backlogs. Firings of this step are added to them. */
  backlogs: ReadonlyMap<string, Backlog>;
}

export const NEW_FEED: FeedAlertsRecord = { watch: null, states: {}, revision: 0 };

/** Evaluates the alerts of each feed that had an event, in order. */
export function findAll(occurrences: readonly Occurrence[], inputs: Inputs): Findings {
  const findings: Findings = {
    records: new Map(),
    urgent: new Set(),
    firings: [],
    suspended: [],
    isChanged: false,
  };
  for (const occurrence of occurrences) evaluateOccurrence(findings, occurrence, inputs);
  return findings;
}

function evaluateOccurrence(findings: Findings, { id, event }: Occurrence, inputs: Inputs): void {
  const before = findings.records.get(id) ?? inputs.feeds.get(id) ?? NEW_FEED;
  const rules = inputs.rulesOf(id);
  const { watch, states, firings, missed, suspended } = evaluateFeed({
    rules,
    states: before.states,
    feedId: id,
    watch: before.watch,
    event,
    areOn: inputs.areOn,
    gap: inputs.gap,
    backlogOf: (alertId) => withNewFirings(inputs.backlogs.get(alertId), alertId, findings.firings),
  });
  const isChanged = Object.keys(states).length > 0;
  if (watch === before.watch && !isChanged) return;

  // Missed firings are delivered only if the user asked for that.
  const reported: readonly Firing[] = inputs.tellsMissed
    ? missed
    : missed.map((firing) => ({ ...firing, delivered: 'unreported' }));
  findings.firings.push(...firings, ...reported);
  for (const { alertId, reason } of suspended) {
    const rule = rules.find(({ id: ruleId }) => ruleId === alertId);
    if (rule) findings.suspended.push({ rule, reason });
  }
  if (firings.length + missed.length + suspended.length > 0) findings.urgent.add(id);
  findings.isChanged ||= isChanged;
  findings.records.set(id, {
    watch,
    states: isChanged ? { ...before.states, ...states } : before.states,
    revision: before.revision,
  });
}

function withNewFirings(
  stored: Backlog | undefined,
  alertId: string,
  newFirings: readonly Firing[],
): Backlog {
  const backlog = stored ?? NO_BACKLOG;
  // Almost always empty, because few prices fire an alert.
  if (newFirings.length === 0) return backlog;
  const own = newFirings.filter((firing) => firing.alertId === alertId && isUndelivered(firing));
  return { ...backlog, times: [...backlog.times, ...own.map(({ at }) => at)] };
}
