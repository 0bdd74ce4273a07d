import { toMilliseconds, toSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import { gateOf, watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import type { Observation } from './feed-watch.ts';

// Nothing fits into less: publish times are whole seconds.
const SHORTEST_SECONDS = 2;
const LONGEST_SECONDS = 30 * 86_400;

/**
 * The absence that an answer ended, with the alerts on levels that were active before; `null` if
 * there was none. Time in which alerts were turned off, or the service was changed, is none.
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
  const { kind } = rule.trigger;
  const gate = gateOf(rule, before, at);
  return (
    (kind === 'crosses' || kind === 'is') &&
    before.watching === watchingOf(rule) &&
    (gate === null || gate === 'snoozed' || gate === 'cooling')
  );
}

/**
 * The absence with what the answer after it did to one of its alerts. What the alert missed waits until
 * it has looked into the absence. One that fired at once can only mention more.
 */
export function afterAnswer(
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

/** Whether a firing waits until its alert has looked into the absence. */
export function isHeldBy(absence: Absence | null, { alertId, missed }: Firing): boolean {
  return missed && absence !== null && absence.alerts.some((alert) => alert.alertId === alertId);
}
