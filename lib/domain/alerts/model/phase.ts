import type { UnixMilliseconds } from '../../../base/units.ts';
import type { AlertRule } from './rule.ts';
import type { AlertState, Tracker } from './state.ts';

/**
 * The phase of an alert. If several apply, the first one counts.
 *
 * | phase      | meaning                                      | ends with                          |
 * | ---------- | -------------------------------------------- | ---------------------------------- |
 * | off        | the user paused it                           | resuming, which resets the state   |
 * | expired    | the rule's expiry has passed                 | a new expiry, which resets it too  |
 * | suspended  | auto-paused: too many firings, or too many   | reactivating, an edit              |
 * |            | of them undelivered                          |                                    |
 * | snoozed    | `snoozedUntil` lies in the future            | that time                          |
 * | fired      | a one-time alert has fired                   | reactivating, an edit, a snooze    |
 * | cooling    | in the cooldown after a firing               | the end of the cooldown            |
 * | confirming | the condition is met but not long enough yet | firing; the condition ending       |
 * | armed      | active: the next price can fire it           | a met condition; a gap             |
 * | waiting    | the price has not been where it can fire     | a price there, by the reset        |
 * |            | from                                         | distance after a firing            |
 *
 * Snoozed and cooling alerts keep evaluating prices; off, expired, suspended and fired ones do not.
 */
export type Phase = Gate | 'confirming' | 'armed' | 'waiting';

/** Phases in which no price can fire the alert. */
export type Gate = 'off' | 'expired' | 'suspended' | 'snoozed' | 'fired' | 'cooling';

export function phaseOf(rule: AlertRule, state: AlertState | null, now: UnixMilliseconds): Phase {
  const gate = gateOf(rule, state, now);
  if (gate) return gate;
  return state === null || state.watching !== watchingOf(rule)
    ? 'waiting'
    : trackerPhase(rule, state.tracker);
}

export function gateOf(
  rule: AlertRule,
  state: AlertState | null,
  now: UnixMilliseconds,
): Gate | null {
  if (!rule.enabled) return 'off';
  if (rule.expiresAt !== null && now >= rule.expiresAt) return 'expired';
  // A state of an earlier version of the rule does not count.
  const current = state?.watching === watchingOf(rule) ? state : null;
  if (current?.suspended) return 'suspended';
  if (rule.snoozedUntil !== null && now < rule.snoozedUntil) return 'snoozed';
  if (current && isDone(rule, current)) return 'fired';
  return current && isCooling(rule, current, now) ? 'cooling' : null;
}

/** Whether it can fire without the user doing anything. */
export function isWatching(phase: Phase): boolean {
  return phase !== 'off' && phase !== 'expired' && phase !== 'suspended' && phase !== 'fired';
}

/** What a rule's tracker depends on, as text. A change resets the state. */
export function watchingOf(rule: AlertRule): string {
  const cached = watchings.get(rule);
  if (cached !== undefined) return cached;
  const { feedId, trigger, repeat, rearmBandPercent, confirmationSeconds, certain } = rule;
  const parts = [trigger, repeat, rearmBandPercent, confirmationSeconds, certain];
  const text = JSON.stringify([feedId, ...parts, rule.onlyWhileOpen, rule.armedAt], sortKeys);
  watchings.set(rule, text);
  return text;
}

// Rules are never mutated, so caching saves work for every price.
const watchings = new WeakMap<AlertRule, string>();

/** Storage may reorder an object's keys. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function trackerPhase(rule: AlertRule, tracker: Tracker): Phase {
  switch (tracker.kind) {
    case 'crossing':
      if (tracker.confirming) return 'confirming';
      return tracker.seen === null ? 'waiting' : 'armed';
    case 'condition':
      if (tracker.confirming !== null) return 'confirming';
      return tracker.needsBand ? 'waiting' : 'armed';
    case 'move':
      if (tracker.confirming) return 'confirming';
      return tracker.baseline === null && tracker.window.lows.length === 0 ? 'waiting' : 'armed';
    default:
      return canMarketFire(rule, tracker.wasOpen) ? 'armed' : 'waiting';
  }
}

function canMarketFire({ trigger }: AlertRule, wasOpen: boolean | null): boolean {
  if (trigger.kind !== 'market' || wasOpen === null) return false;
  return trigger.change === 'either' || (trigger.change === 'opens') !== wasOpen;
}

/** A snooze that ends after the firing reactivates a one-time alert. */
function isDone({ snoozedUntil }: AlertRule, { doneAt }: AlertState): boolean {
  return doneAt !== null && (snoozedUntil === null || snoozedUntil <= doneAt);
}

function isCooling(
  { repeat }: AlertRule,
  { coolingUntil }: AlertState,
  now: UnixMilliseconds,
): boolean {
  if (coolingUntil === null || repeat.mode !== 'repeating') return false;
  // More time left than the cooldown lasts: the clock was set back.
  return now < coolingUntil && coolingUntil - now <= repeat.cooldownSeconds * 1_000;
}
