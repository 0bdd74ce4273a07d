import { toSeconds, type UnixSeconds } from '../../../base/units.ts';
import type { AlertRule } from '../model/rule.ts';
import type { ConditionTracker } from '../model/state.ts';
import { NEITHER, priceCondition, type Condition } from './conditions.ts';
import type { Observation } from './feed-watch.ts';
import type { Tracked, TrackOptions } from './tracked.ts';

export const NEW_CONDITION: ConditionTracker = {
  kind: 'condition',
  needsBand: false,
  confirming: null,
};

/** Right after a market opens, the price is the previous session's until a publisher updates it. */
const MIN_STALE_SECONDS = 60;

/**
 * Tracks a condition that can last. The alert fires as soon as the condition is met, even at the
 * first observation, and again only after it ended by the reset distance. A snooze or cooldown
 * delays the firing.
 */
export function trackCondition(
  rule: AlertRule,
  before: ConditionTracker,
  observation: Observation,
  { afterGap, mayFire }: TrackOptions,
): Tracked<ConditionTracker> {
  const { holds, hasReset } = conditionOf(rule, observation);
  if (!holds) return { tracker: endConfirmation(before, hasReset) };
  if (before.needsBand) return { tracker: before };

  const now = clockOf(rule, observation);
  const isContinuing = before.confirming !== null && !afterGap && now >= before.confirming;
  const since = isContinuing ? (before.confirming ?? now) : now;
  const isLongEnough = now - since >= confirmationOf(rule);
  if (isLongEnough && mayFire) {
    return { tracker: { ...NEW_CONDITION, needsBand: true }, event: holds };
  }
  return { tracker: before.confirming === since ? before : { ...before, confirming: since } };
}

/** In seconds. */
export function confirmationOf({ trigger, confirmationSeconds }: AlertRule): number {
  if (trigger.kind !== 'stale-while-open') return confirmationSeconds;
  return Math.max(confirmationSeconds, MIN_STALE_SECONDS);
}

function endConfirmation(before: ConditionTracker, hasReset: boolean): ConditionTracker {
  const needsBand = before.needsBand && !hasReset;
  if (needsBand === before.needsBand && before.confirming === null) return before;
  return { ...before, needsBand, confirming: null };
}

function conditionOf(rule: AlertRule, { fresh, stale, marketOpen }: Observation): Condition {
  if (rule.trigger.kind !== 'stale-while-open')
    return fresh ? priceCondition(rule, fresh) : NEITHER;
  const holds = stale && marketOpen;
  return { holds: holds ? { kind: 'stale-while-open' } : null, hasReset: !holds };
}

/** Staleness uses the clock, because a stale price has no new publish time. */
function clockOf({ trigger }: AlertRule, { fresh, at }: Observation): UnixSeconds {
  return trigger.kind === 'stale-while-open' || !fresh ? toSeconds(at) : fresh.source.publishTime;
}
