import { NO_BACKLOG, type Backlog } from '../../alerts/backlog.ts';
import { evaluateFeed } from '../../alerts/evaluate-all.ts';
import { isUndelivered } from '../../alerts/firing-history.ts';
import type { Firing } from '../../alerts/firing.ts';
import type { AlertRule } from '../../alerts/rule.ts';
import type { FeedAlertsRecord } from '../../storage/alert-states.ts';
import type { Occurrence } from './events.ts';

/** An alert that was suspended just now: it fired too often, or too often undelivered. */
export interface Suspension {
  rule: AlertRule;
  reason: string;
}

/** What a step found in all its feeds. */
export interface Findings {
  /** The feeds whose record changed. */
  records: Map<string, FeedAlertsRecord>;
  /** Those of them that have to be durable before anything else happens. */
  urgent: Set<string>;
  firings: Firing[];
  suspended: Suspension[];
  /** The state of an alert changed, and not only the moment of the last look. */
  isChanged: boolean;
}

interface Known {
  rulesOf: (feedId: string) => readonly AlertRule[];
  feeds: ReadonlyMap<string, FeedAlertsRecord>;
  /** The global switch. */
  areOn: boolean;
  /** What was missed is told. */
  tellsMissed: boolean;
  /** Milliseconds without a look that make a gap. */
  gap: number;
  /** Of what is stored; what the step itself finds is added here. */
  backlogs: ReadonlyMap<string, Backlog>;
}

export const NEW_FEED: FeedAlertsRecord = { watch: null, states: {}, revision: 0 };

/** Evaluates the alerts of all feeds to which something happened, in its order. */
export function findAll(occurrences: readonly Occurrence[], known: Known): Findings {
  const found: Findings = {
    records: new Map(),
    urgent: new Set(),
    firings: [],
    suspended: [],
    isChanged: false,
  };
  for (const occurrence of occurrences) findIn(found, occurrence, known);
  return found;
}

function findIn(found: Findings, { id, event }: Occurrence, known: Known): void {
  const before = found.records.get(id) ?? known.feeds.get(id) ?? NEW_FEED;
  const rules = known.rulesOf(id);
  const { watch, states, firings, missed, suspended } = evaluateFeed({
    rules,
    states: before.states,
    feedId: id,
    watch: before.watch,
    event,
    areOn: known.areOn,
    gap: known.gap,
    backlogOf: (alertId) => withFound(known.backlogs.get(alertId), alertId, found.firings),
  });
  const isChanged = Object.keys(states).length > 0;
  if (watch === before.watch && !isChanged) return;

  // What was missed is told only to those who asked for it.
  const reported: readonly Firing[] = known.tellsMissed
    ? missed
    : missed.map((firing) => ({ ...firing, delivered: 'unreported' }));
  found.firings.push(...firings, ...reported);
  for (const { alertId, reason } of suspended) {
    const rule = rules.find((one) => one.id === alertId);
    if (rule) found.suspended.push({ rule, reason });
  }
  if (firings.length + missed.length + suspended.length > 0) found.urgent.add(id);
  found.isChanged ||= isChanged;
  found.records.set(id, {
    watch,
    states: isChanged ? { ...before.states, ...states } : before.states,
    revision: before.revision,
  });
}

function withFound(
  stored: Backlog | undefined,
  alertId: string,
  found: readonly Firing[],
): Backlog {
  const backlog = stored ?? NO_BACKLOG;
  // Nearly always: a step finds something in few of the prices that it looks at.
  if (found.length === 0) return backlog;
  const own = found.filter((firing) => firing.alertId === alertId && isUndelivered(firing));
  return { ...backlog, times: [...backlog.times, ...own.map(({ at }) => at)] };
}
