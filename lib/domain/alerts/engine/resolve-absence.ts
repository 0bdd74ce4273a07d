import type { UnixSeconds } from '../../../base/units.ts';
import type { Absence } from '../model/absence.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import { phaseOf, watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { sinceOf } from './candle-claims.ts';
import type { Observation } from './feed-watch.ts';
import type { LookBackResult } from './look-back.ts';
import { step } from './step.ts';

/** Candles of an absence are mostly minutes. */
const CANDLE_MS = 60_000;

interface Now {
  readonly rules: readonly AlertRule[];
  readonly states: FeedAlerts['states'];
  /** The latest price; `null` if no price counts. */
  readonly latest: Observation | null;
  readonly reportsMissed: boolean;
}

/** States and firings of alerts after they looked into an absence. */
export interface Resolution {
  states: FeedAlerts['states'];
  firings: Firing[];
}

/**
 * Applies what alerts found about an absence. Skips alerts that were changed or deleted meanwhile.
 *
 * @param found by alert id; missing if nothing was found
 */
export function resolveAbsence(
  { alerts, until, endedAt }: Absence,
  found: ReadonlyMap<string, LookBackResult>,
  now: Now,
): Resolution {
  const resolution: Resolution = { states: {}, firings: [] };
  for (const { alertId, before, count, missed } of alerts) {
    const rule = now.rules.find(({ id }) => id === alertId);
    const state = stateOf(alertId, now.states);
    if (!rule?.enabled || !state) continue;
    if (before.watching !== watchingOf(rule) || state.watching !== before.watching) continue;
    const result = found.get(alertId) ?? { firings: [], claims: [], state };
    const hasFired = state.count > count;
    if (!hasFired && (result.firings.length > 0 || isRearmed(rule, state, result.state))) {
      const after = catchUp(rule, state, result, now.latest);
      resolution.states[alertId] = after.state;
      resolution.firings.push(
        ...result.firings,
        ...result.claims,
        ...withoutReports(after.firings, now),
      );
    } else {
      const going = goingOn(state, result.state, until);
      if (going) resolution.states[alertId] = going;
      // The alert already triggered after the absence: these firings are only for the history.
      const late = result.firings.map((firing) => ({ ...firing, missed: true }));
      // The candle in which the absence ended has prices from after it as well, such as that one.
      const isBefore = ({ at }: Firing): boolean => !hasFired || endedAt - at >= CANDLE_MS;
      const { claims, others } = withTime(result.claims.filter(isBefore), missed);
      resolution.firings.push(...claims, ...withoutReports([...late, ...others], now));
    }
  }
  return resolution;
}

/** Whether signed prices show that a waiting alert was reset during the absence. */
function isRearmed(rule: AlertRule, now: AlertState, proven: AlertState): boolean {
  return phaseOf(rule, now, 0) === 'waiting' && phaseOf(rule, proven, 0) !== 'waiting';
}

/** Joins a confirmation from before the absence with the one that began at its end. */
function goingOn(
  state: AlertState,
  { tracker }: AlertState,
  until: UnixSeconds,
): AlertState | null {
  const since = sinceOf({ ...state, tracker });
  return since > 0 && since < until && sinceOf(state) === until ? { ...state, tracker } : null;
}

/** Steps from the state that signed prices prove to the latest price. */
function catchUp(
  rule: AlertRule,
  { count }: AlertState,
  { state, claims }: LookBackResult,
  latest: Observation | null,
): { state: AlertState; firings: Firing[] } {
  const proven = { ...state, count: Math.max(state.count, count) };
  if (!latest) return { state: { ...proven, gap: true }, firings: [] };
  const { state: after, firing } = step(rule, proven, latest);
  // A candle has already claimed this firing, with its time.
  const isClaimed = firing?.missed === true && claims.some((claim) => isSame(claim, firing));
  return { state: after, firings: firing && !isClaimed ? [firing] : [] };
}

/**
 * A missed crossing is certain from the prices before and after. A matching claim supplies its
 * time.
 */
function withTime(claims: readonly Firing[], missed: Firing | null) {
  const last = claims.findLast((claim) => missed !== null && isSame(claim, missed));
  if (!missed || !last) return { claims, others: missed ? [missed] : [] };
  const { at, away } = last;
  return {
    claims: claims.filter((claim) => claim !== last),
    others: [{ ...missed, at, away, price: null }],
  };
}

function isSame({ what: a }: Firing, { what: b }: Firing): boolean {
  return a.kind === 'crosses' && b.kind === 'crosses' && a.direction === b.direction;
}

function withoutReports(firings: readonly Firing[], { reportsMissed }: Now): Firing[] {
  return firings.map((firing) =>
    firing.missed && !reportsMissed ? { ...firing, delivered: 'unreported' } : firing,
  );
}
