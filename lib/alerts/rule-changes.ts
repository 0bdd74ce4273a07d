import type { AlertRule } from './rule.ts';

export const MAX_ALERTS_PER_FEED = 100;
export const MAX_ALERTS = 1_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MORNING = Temporal.PlainTime.from('08:00');

export type SnoozeChoice = '15-minutes' | '1-hour' | '4-hours' | '24-hours' | 'until-tomorrow';

/** Why no further alert can be added for `feedId`, in words for the user; `null`: there is room. */
export function refusalOfAnother(rules: readonly AlertRule[], feedId: string): string | null {
  if (rules.length >= MAX_ALERTS) {
    return 'There are already 1,000 alerts. Delete some before adding another.';
  }
  if (rules.filter((rule) => rule.feedId === feedId).length >= MAX_ALERTS_PER_FEED) {
    return 'This feed already has 100 alerts. Delete some before adding another.';
  }
  return null;
}

/** Switched on and watching afresh, whatever the alert was before: fired, suspended or off. */
export function armAgain(rule: AlertRule, now: number): AlertRule {
  return { ...rule, enabled: true, snoozedUntil: null, armedAt: now };
}

/** Silent until then; an alert that fired once watches again afterwards. */
export function snooze(rule: AlertRule, until: number): AlertRule {
  return { ...rule, snoozedUntil: until };
}

/** A copy under its own id, which watches from `now` on. */
export function duplicate(rule: AlertRule, id: string, now: number): AlertRule {
  return { ...armAgain(rule, now), id };
}

/**
 * When a snooze that begins `now` ends, unix milliseconds. "Until tomorrow" is 8 in the morning of
 * the next day in `timeZone`.
 */
export function endOfSnooze(choice: SnoozeChoice, now: number, timeZone: string): number {
  if (choice === 'until-tomorrow') return tomorrowMorning(now, timeZone);
  return now + LENGTHS[choice];
}

const LENGTHS: Record<Exclude<SnoozeChoice, 'until-tomorrow'>, number> = {
  '15-minutes': 15 * MINUTE,
  '1-hour': HOUR,
  '4-hours': 4 * HOUR,
  '24-hours': 24 * HOUR,
};

function tomorrowMorning(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(now))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return today.add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: MORNING }).epochMilliseconds;
}
