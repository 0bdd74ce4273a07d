import { NO_BACKLOG, type Backlog } from './backlog.ts';
import { observe, type FeedEvent, type FeedWatch } from './feed-watch.ts';
import type { Firing } from '../model/firing.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertState } from '../model/state.ts';
import { step } from './step.ts';

export interface Evaluation {
  /** The feed's alerts. Alerts of other feeds are ignored. */
  readonly rules: readonly AlertRule[];
  /** By alert id; an alert without a state is new. */
  readonly states: Readonly<Record<string, AlertState>>;
  readonly feedId: string;
  readonly watch: FeedWatch | null;
  readonly event: FeedEvent;
  /** The global switch. While off, states do not change, and the time counts as a gap. */
  readonly areOn: boolean;
  /** Milliseconds, see `gapFor`. */
  readonly gap?: number | undefined;
  /** Each alert's undelivered firings. */
  readonly backlogOf?: ((alertId: string) => Backlog) | undefined;
}

export interface Evaluated {
  /** The states that changed, by alert id. */
  readonly states: Readonly<Record<string, AlertState>>;
  readonly watch: FeedWatch | null;
  readonly firings: readonly Firing[];
  /** Events that happened while offline: for the missed summary, never notified on their own. */
  readonly missed: readonly Firing[];
  readonly suspended: ReadonlyArray<{ readonly alertId: string; readonly reason: string }>;
}

/**
 * Evaluates all alerts of one feed for one event.
 *
 * The worker may die at any point. First store `states` and `firings` (as `pending` in the history)
 * in one write, then `watch` and the price. A replay of the event then fires nothing twice, and a
 * stored firing is delivered from the history.
 */
export function evaluateFeed(evaluation: Evaluation): Evaluated {
  const { rules, states: statesBefore, feedId, watch: watchBefore, event, areOn, gap } = evaluation;
  const backlogOf = evaluation.backlogOf ?? (() => NO_BACKLOG);
  if (!areOn) return { states: {}, watch: null, firings: [], missed: [], suspended: [] };
  const { watch, observation } = observe(watchBefore, event, gap);
  const states: Record<string, AlertState> = {};
  const firings: Firing[] = [];
  const missed: Firing[] = [];
  const suspended: Array<{ alertId: string; reason: string }> = [];
  for (const rule of observation ? rules : []) {
    if (rule.feedId !== feedId || !observation) continue;
    const before = Object.hasOwn(statesBefore, rule.id) ? (statesBefore[rule.id] ?? null) : null;
    const result = step(rule, before, observation, backlogOf(rule.id));
    if (result.state !== before) states[rule.id] = result.state;
    if (result.firing) (result.firing.missed ? missed : firings).push(result.firing);
    if (result.suspended) suspended.push({ alertId: rule.id, reason: result.suspended });
  }
  return { states, watch, firings, missed, suspended };
}
