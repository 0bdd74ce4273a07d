import { priceCondition, type Condition } from './conditions.ts';
import type { Observation } from './feed-watch.ts';
import type { AlertRule } from './rule.ts';
import type { ConditionTracker } from './state.ts';
import type { Tracked, TrackOptions } from './track.ts';

export const NEW_CONDITION: ConditionTracker = {
  kind: 'condition',
  needsBand: false,
  confirming: null,
};

/**
 * In the first moments after its market opened a price is yesterday's until the first publisher
 * speaks: that is no news.
 */
const LEAST_STALE_SECONDS = 60;

/**
 * Follows a state. It fires at once when it holds, also where it held before anybody looked, and
 * again only after it was seen not to hold, by the re-arm band. What keeps an alert from firing (a
 * snooze, a cool-down) only delays it: it fires afterwards if it still holds.
 */
export function trackCondition(
  rule: AlertRule,
  before: ConditionTracker,
  seen: Observation,
  { afterGap, mayFire }: TrackOptions,
): Tracked<ConditionTracker> {
  const { holds, isBack } = conditionOf(rule, seen);
  if (!holds) return { tracker: rest(before, isBack), found: null, missed: false };
  if (before.needsBand) return { tracker: before, found: null, missed: false };

  const now = clockOf(rule, seen);
  const kept = before.confirming !== null && !afterGap && now >= before.confirming;
  const since = kept ? (before.confirming ?? now) : now;
  const isLongEnough = now - since >= confirmationOf(rule);
  if (isLongEnough && mayFire) {
    return { tracker: { ...NEW_CONDITION, needsBand: true }, found: holds, missed: false };
  }
  const tracker = before.confirming === since ? before : { ...before, confirming: since };
  return { tracker, found: null, missed: false };
}

/** How long the rule's condition must hold, in seconds. */
export function confirmationOf({ trigger, confirmationSeconds }: AlertRule): number {
  if (trigger.kind !== 'stale-while-open') return confirmationSeconds;
  return Math.max(confirmationSeconds, LEAST_STALE_SECONDS);
}

function rest(before: ConditionTracker, isBack: boolean): ConditionTracker {
  const needsBand = before.needsBand && !isBack;
  if (needsBand === before.needsBand && before.confirming === null) return before;
  return { ...before, needsBand, confirming: null };
}

function conditionOf(rule: AlertRule, { fresh, stale, marketOpen }: Observation): Condition {
  const { trigger } = rule;
  switch (trigger.kind) {
    case 'is':
    case 'deviates-from-ema':
    case 'confidence-wider':
      return fresh ? priceCondition(rule, trigger, fresh) : { holds: null, isBack: false };
    case 'stale-while-open': {
      const holds = stale && marketOpen;
      return { holds: holds ? { kind: 'stale-while-open' } : null, isBack: !holds };
    }
    default:
      return { holds: null, isBack: false };
  }
}

/** Unix seconds; a stale price has no new publish time to go by. */
function clockOf({ trigger }: AlertRule, { fresh, at }: Observation): number {
  return trigger.kind === 'stale-while-open' || !fresh ? at / 1_000 : fresh.sample.publishTime;
}
