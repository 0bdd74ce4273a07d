import type { Absence } from '../model/absence.ts';
import { stateOf, type FeedAlerts } from '../model/feed-alerts.ts';
import type { Firing } from '../model/firing.ts';
import { watchingOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
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
export interface ResolvedAlerts {
  states: FeedAlerts['states'];
  firings: Firing[];
}

/**
 * Applies what alerts found about an absence. Skips alerts that were changed or deleted meanwhile.
 *
 * @param found by alert id; missing if nothing was found
 */
export function resolveAbsence(
  { alerts, endedAt }: Absence,
  found: ReadonlyMap<string, LookBackResult>,
  now: Now,
): ResolvedAlerts {
  const resolution: ResolvedAlerts = { states: {}, firings: [] };
  for (const { alertId, before, count, missed } of alerts) {
    const rule = now.rules.find(({ id }) => id === alertId);
    const state = stateOf(alertId, now.states);
    if (!rule?.enabled || !state) continue;
    if (before.watching !== watchingOf(rule) || state.watching !== before.watching) continue;
    const result = found.get(alertId);
    const hasFired = state.count > count;
    if (result?.kind === 'proven' && !hasFired) {
      const after = catchUp(rule, state, result.state, now.latest);
      resolution.states[alertId] = after.state;
      resolution.firings.push(result.firing, ...withoutReports(after.firings, now));
      continue;
    }
    // The alert already triggered after the absence: what happened in it is only for the history.
    if (result?.kind === 'proven') {
      resolution.firings.push(...withoutReports([{ ...result.firing, missed: true }], now));
    }
    const claim = result?.kind === 'claimed' ? result.firing : null;
    // The candle in which the absence ended also covers later prices, such as the one that fired.
    const isBefore = claim !== null && (!hasFired || endedAt - claim.at >= CANDLE_MS);
    if (missed) resolution.firings.push(...withoutReports([withTime(missed, claim)], now));
    else if (isBefore) resolution.firings.push(claim);
  }
  return resolution;
}

/** Steps from the state that a signed price proves to the latest price. */
function catchUp(
  rule: AlertRule,
  { count }: AlertState,
  state: AlertState,
  latest: Observation | null,
): { state: AlertState; firings: Firing[] } {
  const proven = { ...state, count: Math.max(state.count, count) };
  if (!latest) return { state: { ...proven, gap: true }, firings: [] };
  const { state: after, firing } = step(rule, proven, latest);
  return { state: after, firings: firing ? [firing] : [] };
}

/**
 * A missed crossing is certain from the prices before and after. A claim of the same crossing
 * supplies its time.
 */
function withTime(missed: Firing, claim: Firing | null): Firing {
  if (!claim || !isSame(claim, missed)) return missed;
  return { ...missed, at: claim.at, away: claim.away, price: null };
}

function isSame({ what: a }: Firing, { what: b }: Firing): boolean {
  return a.kind === 'crosses' && b.kind === 'crosses' && a.direction === b.direction;
}

function withoutReports(firings: readonly Firing[], { reportsMissed }: Now): Firing[] {
  return firings.map((firing) =>
    firing.missed && !reportsMissed ? { ...firing, delivered: 'silent' } : firing,
  );
}
