import { NO_BACKLOG, type Backlog } from './backlog.ts';
import { look, type FeedEvent, type FeedWatch } from './feed-watch.ts';
import type { Firing } from './firing.ts';
import type { AlertRule } from './rule.ts';
import type { AlertState } from './state.ts';
import { step } from './step.ts';

export interface Evaluation {
  /** The alerts of the feed; those of other feeds are ignored. */
  readonly rules: readonly AlertRule[];
  /** By alert id; an alert without a state is new. */
  readonly states: Readonly<Record<string, AlertState>>;
  readonly feedId: string;
  readonly watch: FeedWatch | null;
  readonly event: FeedEvent;
  /** The global switch. Off keeps every state as it is; what moves meanwhile counts as unseen. */
  readonly areOn: boolean;
  /** Milliseconds, see `gapFor`. */
  readonly gap?: number | undefined;
  /** What each alert found that was not delivered yet. */
  readonly backlogOf?: ((alertId: string) => Backlog) | undefined;
}

export interface Evaluated {
  /** Only the states that changed, by alert id. */
  readonly states: Readonly<Record<string, AlertState>>;
  readonly watch: FeedWatch | null;
  readonly firings: readonly Firing[];
  /** What happened while nobody looked: for "what you missed", never as an alarm. */
  readonly missed: readonly Firing[];
  readonly suspended: ReadonlyArray<{ readonly alertId: string; readonly reason: string }>;
}

/**
 * Evaluates all alerts of one feed for one event.
 *
 * A worker may die at any instruction. Store `states` together with `firings` (as `pending` in the
 * history) in one write first, then `watch` with the price: the same event taken again then fires
 * nothing again, and a firing that was stored is delivered from the history.
 */
export function evaluateFeed(evaluation: Evaluation): Evaluated {
  const { rules, states: before, feedId, watch: watchBefore, event, areOn, gap } = evaluation;
  const backlogOf = evaluation.backlogOf ?? (() => NO_BACKLOG);
  if (!areOn) return { states: {}, watch: null, firings: [], missed: [], suspended: [] };
  const { watch, seen } = look(watchBefore, event, gap);
  const states: Record<string, AlertState> = {};
  const firings: Firing[] = [];
  const missed: Firing[] = [];
  const suspended: Array<{ alertId: string; reason: string }> = [];
  for (const rule of seen ? rules : []) {
    if (rule.feedId !== feedId || !seen) continue;
    const known = Object.hasOwn(before, rule.id) ? (before[rule.id] ?? null) : null;
    const result = step(rule, known, seen, backlogOf(rule.id));
    if (result.state !== known) states[rule.id] = result.state;
    if (result.firing) firings.push(result.firing);
    if (result.missed) missed.push(result.missed);
    if (result.suspended) suspended.push({ alertId: rule.id, reason: result.suspended });
  }
  return { states, watch, firings, missed, suspended };
}
