import { toMilliseconds, toSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import { gateOf, watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import type { Observation } from './feed-watch.ts';

// Publish times are whole seconds, so no price fits into a shorter absence.
const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 30 * 86_400;

/**
 * The absence that a response ended, with the alerts on levels that were active before it; `null`
 * if there was none. Time with alerts turned off, or before a change of service, does not count.
 */
export function absenceOf(
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
export function absenceAfter(
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
export function isHeldBy(absence: Absence | null, { alertId, missed }: Firing): boolean {
  return missed && absence !== null && absence.alerts.some((alert) => alert.alertId === alertId);
}
