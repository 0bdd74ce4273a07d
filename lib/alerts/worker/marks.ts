import type { Firing } from '../model/firing.ts';
import { isWatching, phaseOf } from '../model/phase.ts';
import type { AlertRule } from '../model/rule.ts';
import type { AlertMark } from '../../storage/alert-marks.ts';
import type { FeedAlerts } from '../../storage/alert-states.ts';

/** The firings of these feeds that the user has not seen, oldest first. Misses do not count. */
export function unseenFirings(history: readonly Firing[], feedIds: ReadonlySet<string>): Firing[] {
  return history.filter(
    ({ seenAt, missed, feedId }) => seenAt === null && !missed && feedIds.has(feedId),
  );
}

interface MarkedAlerts {
  rules: readonly AlertRule[];
  firings: readonly Firing[];
  of: (feedId: string) => FeedAlerts | undefined;
  /** The global switch. */
  areOn: boolean;
  /** Unix milliseconds. */
  now: number;
}

/** The bell of each feed. Feeds without one have no active alert and no unseen firing. */
export function alertMarksOf({
  rules,
  firings,
  of,
  areOn,
  now,
}: MarkedAlerts): Record<string, AlertMark> {
  const marks: Record<string, AlertMark> = {};
  for (const rule of rules) {
    const state = of(rule.feedId)?.states[rule.id] ?? null;
    if (areOn && isWatching(phaseOf(rule, state, now))) marks[rule.feedId] = 'armed';
  }
  for (const { feedId } of unseenFirings(firings, new Set(rules.map((rule) => rule.feedId)))) {
    marks[feedId] = 'fired';
  }
  return marks;
}
