import type { UnixMilliseconds } from '../../../base/units.ts';
import type { AlertRule } from './rule.ts';
import type { AlertState, Tracker } from './state.ts';
import { sideThatCounts } from './trigger.ts';

/**
 * The phase of an alert. If several apply, the first one counts.
 *
 * | phase   | meaning                                  | ends with                        |
 * | ------- | ---------------------------------------- | -------------------------------- |
 * | off     | the user paused it, or it can't be run   | resuming, which resets the state |
 * | expired | the rule's expiry has passed             | a new expiry, which resets it too|
 * | snoozed | `snoozedUntil` lies in the future        | that time                        |
 * | fired   | a one-time alert has fired               | reactivating, an edit, a snooze  |
 * | cooling | in the cooldown after a firing           | the end of the cooldown          |
 * | armed   | active: the next price can fire it       | a firing; a gap                  |
 * | waiting | the price has not been where it can fire | a price there                    |
 * |         | from                                     |                                  |
 *
 * Snoozed and cooling alerts keep evaluating prices; off, expired and fired ones do not.
 */
export type Phase = Gate | 'armed' | 'waiting';

/** Phases in which no price can fire the alert. */
export type Gate = 'off' | 'expired' | 'snoozed' | 'fired' | 'cooling';

export function phaseOf(rule: AlertRule, state: AlertState | null, now: UnixMilliseconds): Phase {
  const gate = gateOf(rule, state, now);
  if (gate) return gate;
  const isReady =
    state !== null && state.watching === watchingOf(rule) && canFire(rule, state.tracker);
  return isReady ? 'armed' : 'waiting';
}

export function gateOf(
  rule: AlertRule,
  state: AlertState | null,
  now: UnixMilliseconds,
): Gate | null {
  if (!rule.enabled || rule.trigger.kind === 'retired') return 'off';
  if (rule.expiresAt !== null && now >= rule.expiresAt) return 'expired';
  if (rule.snoozedUntil !== null && now < rule.snoozedUntil) return 'snoozed';
  // A state of an earlier version of the rule does not count.
  if (state?.watching !== watchingOf(rule)) return null;
  if (isDone(rule, state)) return 'fired';
  return isCooling(rule, state, now) ? 'cooling' : null;
}

/** Whether it can fire without the user doing anything. */
export function isWatching(phase: Phase): boolean {
  return phase !== 'off' && phase !== 'expired' && phase !== 'fired';
}

/** Whether the price must go back over the level before the alert can fire again. */
export function needsReset(rule: AlertRule, state: AlertState | null): boolean {
  if (state?.watching !== watchingOf(rule)) return false;
  return state.tracker.kind === 'crossing' && state.tracker.needsReset;
}

type Watching = Pick<AlertRule, 'feedId' | 'trigger' | 'repeat' | 'armedAt'>;

/** What a rule's tracker depends on, as text. A change resets the state. */
export function watchingOf(rule: Watching): string {
  const cached = watchings.get(rule);
  if (cached !== undefined) return cached;
  const { feedId, trigger, repeat, armedAt } = rule;
  const text = JSON.stringify([feedId, trigger, repeat, armedAt], sortKeys);
  watchings.set(rule, text);
  return text;
}

// Rules are never mutated, so caching saves work for every price.
const watchings = new WeakMap<Watching, string>();

/** Storage may reorder an object's keys. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function canFire({ trigger }: AlertRule, tracker: Tracker): boolean {
  switch (tracker.kind) {
    case 'crossing':
      return sideThatCounts(trigger) === null ? tracker.seen !== null : !tracker.needsReset;
    case 'move':
      return tracker.lows.length > 0;
    case 'stale':
      return !tracker.hasFired;
    default:
      return canMarketFire(trigger, tracker.wasOpen);
  }
}

function canMarketFire(trigger: AlertRule['trigger'], wasOpen: boolean | null): boolean {
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
