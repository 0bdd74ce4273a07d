import { isDeepEqual } from '../../base/deep-equal.ts';
import { alertMarks } from '../../storage/values/alert-marks.ts';
import type { AlertMark } from '../../domain/alerts/model/mark.ts';
import type { FeedId } from '../../base/units.ts';
import { stateOf, type FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import { isUnseen } from '../../domain/alerts/model/firing.ts';
import { isWatching, phaseOf } from '../../domain/alerts/model/phase.ts';
import { feedOf } from '../../domain/holdings/subject.ts';
import type { AlertItems } from './alert-items.ts';

/** Stores the bell of each feed. Feeds without one have no active alert and no unseen firing. */
export async function storeMarks(
  { alertRules, alertSettings, firings }: AlertItems,
  alertsOf: (feedId: FeedId) => FeedAlerts | undefined,
): Promise<void> {
  const rules = alertRules.current;
  const now = Date.now();
  const marks: Record<FeedId, AlertMark> = {};
  const mark = (id: string, as: AlertMark): void => {
    const feedId = feedOf(id);
    // A total has no row.
    if (feedId !== null) marks[feedId] = as;
  };
  for (const rule of alertSettings.current.areOn ? rules : []) {
    const state = stateOf(rule.id, alertsOf(rule.feedId)?.states ?? {});
    if (isWatching(phaseOf(rule, state, now))) mark(rule.feedId, 'armed');
  }
  for (const { feedId } of firings.current.filter(isUnseen)) mark(feedId, 'fired');
  await alertMarks.update((before) => (isDeepEqual(before, marks) ? before : marks));
}
