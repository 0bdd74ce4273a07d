import type { Absence } from '../model/absence.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import { watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import type { Observation } from './feed-watch.ts';
import type { LookBackResult } from './look-back.ts';
import { step } from './step.ts';

interface Now {
  readonly rules: readonly AlertRule[];
  readonly states: FeedAlerts['states'];
  /** The latest price; `null`: none counts. */
  readonly latest: Observation | null;
  readonly reportsMissed: boolean;
}

/** The states of alerts, and their firings, after they looked into an absence. */
export interface Resolution {
  states: FeedAlerts['states'];
  firings: Firing[];
}

/**
 * Applies what alerts found about an absence. Alerts that were changed or deleted meanwhile start over,
 * as after any change.
 *
 * @param found by alert id; missing: nothing was found out
 */
export function resolveAbsence(
  { alerts }: Absence,
  found: ReadonlyMap<string, LookBackResult>,
  now: Now,
): Resolution {
  const resolution: Resolution = { states: {}, firings: [] };
  for (const { alertId, before, count, missed } of alerts) {
    const rule = now.rules.find(({ id }) => id === alertId);
    const state = stateOf(alertId, now.states);
    if (!rule?.enabled || !state) continue;
    if (before.watching !== watchingOf(rule) || state.watching !== before.watching) continue;
    const result = found.get(alertId) ?? { firings: [], claims: [], state: before };
    const hasFired = state.count > count;
    if (result.firings.length > 0 && !hasFired) {
      const after = catchUp(rule, state, result, now.latest);
      resolution.states[alertId] = after.state;
      resolution.firings.push(
        ...result.firings,
        ...result.claims,
        ...withoutReports(after.firings, now),
      );
    } else {
      // It triggered once already, after the absence: the rest is only for the history.
      const late = result.firings.map((firing) => ({ ...firing, missed: true }));
      const others = missed ? [missed] : [];
      const claims = withoutLast(result.claims, missed);
      resolution.firings.push(...claims, ...withoutReports([...late, ...others], now));
    }
  }
  return resolution;
}

/** From the state that signed prices prove on to the latest price. */
function catchUp(
  rule: AlertRule,
  { count }: AlertState,
  { state, claims }: LookBackResult,
  latest: Observation | null,
): { state: AlertState; firings: Firing[] } {
  const proven = { ...state, count: Math.max(state.count, count) };
  if (!latest) return { state: { ...proven, gap: true }, firings: [] };
  const { state: after, firing } = step(rule, proven, latest);
  // A candle has claimed it already, with its time.
  const isClaimed = firing?.missed === true && claims.some((claim) => isSame(claim, firing));
  return { state: after, firings: firing && !isClaimed ? [firing] : [] };
}

/** What was missed by the sides before and after is certain: the claim of the same gives it its time. */
function withoutLast(claims: readonly Firing[], missed: Firing | null): Firing[] {
  const last = claims.findLastIndex((claim) => missed !== null && isSame(claim, missed));
  return claims.filter((_, index) => index !== last);
}

function isSame({ what: a }: Firing, { what: b }: Firing): boolean {
  return a.kind === 'crosses' && b.kind === 'crosses' && a.direction === b.direction;
}

function withoutReports(firings: readonly Firing[], { reportsMissed }: Now): Firing[] {
  return firings.map((firing) =>
    firing.missed && !reportsMissed ? { ...firing, delivered: 'unreported' } : firing,
  );
}
