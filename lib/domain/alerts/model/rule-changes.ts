import type { FeedId, UnixMilliseconds } from '../../../base/units.ts';
import { localTime } from './local-time.ts';
import type { AlertRule } from './rule.ts';

export const MAX_ALERTS_PER_FEED = 100;
export const MAX_ALERTS = 1_000;

const HOUR = 3_600_000;
// As text: the first use of Temporal takes 2 ms, also at the start of a worker that needs none.
const MORNING = '08:00';

export type SnoozeChoice = '1-hour' | 'until-tomorrow';

/** Why no more alerts can be added for `feedId`. */
export function refusalOfAnother(
  rules: readonly AlertRule[],
  feedId: FeedId,
): 'tooMany' | 'tooManyOnFeed' | null {
  return rules.length >= MAX_ALERTS ? 'tooMany' : refusalOnFeed(rules, feedId);
}

/** Why no alert can be moved to `feedId`. */
export function refusalOnFeed(rules: readonly AlertRule[], feedId: FeedId): 'tooManyOnFeed' | null {
  const onFeed = rules.filter((rule) => rule.feedId === feedId);
  return onFeed.length >= MAX_ALERTS_PER_FEED ? 'tooManyOnFeed' : null;
}

/** Also resets the state. */
export function reactivate(rule: AlertRule, now: UnixMilliseconds): AlertRule {
  return { ...rule, enabled: true, snoozedUntil: null, armedAt: now };
}

/** Reactivates a one-time alert that has fired. */
export function snooze(rule: AlertRule, until: UnixMilliseconds): AlertRule {
  return { ...rule, snoozedUntil: until };
}

export function duplicate(rule: AlertRule, id: string, now: UnixMilliseconds): AlertRule {
  return { ...reactivate(rule, now), id };
}

/** "Until tomorrow" means 8 a.m. the next day in `timeZone`. */
export function endOfSnooze(
  choice: SnoozeChoice,
  now: UnixMilliseconds,
  timeZone: string,
): UnixMilliseconds {
  if (choice === '1-hour') return now + HOUR;
  const tomorrow = localTime(now, timeZone).toPlainDate().add({ days: 1 });
  return tomorrow.toZonedDateTime({ timeZone, plainTime: MORNING }).epochMilliseconds;
}
