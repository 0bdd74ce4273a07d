import type { AlertRule } from './rule.ts';
import type { AlertState, Tracker } from './state.ts';

/**
 * Where an alert stands. The first that applies:
 *
 * | phase      | while                                        | left by                            |
 * | ---------- | -------------------------------------------- | ---------------------------------- |
 * | off        | the rule is switched off                     | switching on: it begins anew       |
 * | expired    | the rule's expiry has passed                 | another expiry: it begins anew     |
 * | suspended  | it fired too often, or often undelivered     | arming again, an edit              |
 * | snoozed    | until the rule's `snoozedUntil`              | its end                            |
 * | fired      | a one-time alert has fired                   | arming again, an edit, a snooze    |
 * | cooling    | after a firing, for the cool-down            | its end                            |
 * | confirming | it holds, not yet for long enough            | firing; a break                    |
 * | armed      | it can fire with the next price              | holding; nobody looking            |
 * | waiting    | it was not seen where it could fire from     | being seen there (by the band)     |
 *
 * Snoozed and cooling alerts go on watching; off, expired, suspended and fired ones do not.
 */
export type Phase = Gate | 'confirming' | 'armed' | 'waiting';

/** What keeps an alert from firing whatever the price does. */
export type Gate = 'off' | 'expired' | 'suspended' | 'snoozed' | 'fired' | 'cooling';

/** @param now unix milliseconds */
export function phaseOf(rule: AlertRule, state: AlertState | null, now: number): Phase {
  const gate = gateOf(rule, state, now);
  if (gate) return gate;
  return state === null || state.watching !== watchingOf(rule)
    ? 'waiting'
    : trackerPhase(rule, state.tracker);
}

export function gateOf(rule: AlertRule, state: AlertState | null, now: number): Gate | null {
  if (!rule.enabled) return 'off';
  if (rule.expiresAt !== null && now >= rule.expiresAt) return 'expired';
  // A state of the rule before its edit closes nothing.
  const current = state?.watching === watchingOf(rule) ? state : null;
  if (current?.suspended) return 'suspended';
  if (rule.snoozedUntil !== null && now < rule.snoozedUntil) return 'snoozed';
  if (current && isDone(rule, current)) return 'fired';
  return current && isCooling(rule, current, now) ? 'cooling' : null;
}

/** Whether it may yet fire without its user: neither off nor over, suspended or done. */
export function isWatching(phase: Phase): boolean {
  return phase !== 'off' && phase !== 'expired' && phase !== 'suspended' && phase !== 'fired';
}

/** The part of a rule that decides what its tracker means; a state of another part is worthless. */
export function watchingOf(rule: AlertRule): string {
  const known = watchings.get(rule);
  if (known !== undefined) return known;
  const { feedId, trigger, repeat, rearmBandPercent, confirmationSeconds, certain } = rule;
  const parts = [trigger, repeat, rearmBandPercent, confirmationSeconds, certain];
  const text = JSON.stringify([feedId, ...parts, rule.onlyWhileOpen, rule.armedAt], sortKeys);
  watchings.set(rule, text);
  return text;
}

// Rules are never changed in place, and each price asks again.
const watchings = new WeakMap<AlertRule, string>();

/** Storage gives an object's keys back in another order: that is no edit. */
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

/** A snooze that began after the firing, or ends after it, lets it watch again. */
function isDone({ snoozedUntil }: AlertRule, { doneAt }: AlertState): boolean {
  return doneAt !== null && (snoozedUntil === null || snoozedUntil <= doneAt);
}

function isCooling({ repeat }: AlertRule, { coolingUntil }: AlertState, now: number): boolean {
  if (coolingUntil === null || repeat.mode !== 'repeating') return false;
  // More than the whole cool-down to go: the clock was set back, which must not prolong it.
  return now < coolingUntil && coolingUntil - now <= repeat.cooldownSeconds * 1_000;
}
