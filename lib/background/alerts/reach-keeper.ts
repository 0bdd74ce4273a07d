import { alertReach, type Reach } from '../../storage/values/alert-reach.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import type { FeedAlerts } from '../../domain/alerts/model/feed-alerts.ts';
import type { AlertItems } from './alert-items.ts';
import { inputsOf } from './evaluation-inputs.ts';
import { nextReach } from './near-level.ts';

/** Tracks which feeds are near a level of one of their alerts. @param feeds by feed id */
export function createReachKeeper(settings: AlertItems, feeds: ReadonlyMap<FeedId, FeedAlerts>) {
  let reaches: Record<FeedId, Reach> = {};
  let isUnsaved = false;

  function unsaved(): Record<string, unknown> {
    if (!isUnsaved) return {};
    isUnsaved = false;
    return alertReach.entry(reaches);
  }

  return {
    async load(): Promise<void> {
      reaches = { ...(await alertReach.getValue()) };
    },
    /** Returns session items; empty if nothing changed. */
    update(checks: readonly FeedCheck[], now: UnixMilliseconds): Record<string, unknown> {
      if (settings.backgroundUpdates.current !== 'balanced') return {};
      const { rulesOf, areOn } = inputsOf(settings, feeds);
      for (const { subjectId, latest, isAnswer, madeOf } of checks) {
        const states = feeds.get(subjectId)?.states ?? {};
        const rules = areOn ? rulesOf(subjectId) : [];
        const before = reaches[subjectId] ?? null;
        // A late price can still fire an alert on its feed, until the feed stops.
        const price = latest?.stale && (madeOf || !isAnswer) ? null : latest;
        const after = nextReach(before, { rules, states, latest: price, now });
        if (before && isSame(before, after)) continue;
        reaches[subjectId] = after;
        isUnsaved = true;
      }
      return unsaved();
    },
    retain(feedIds: readonly FeedId[]): void {
      const retained = Object.entries(reaches).filter(([id]) => feedIds.includes(id));
      if (retained.length === Object.keys(reaches).length) return;
      reaches = Object.fromEntries(retained);
      isUnsaved = true;
    },
    unsaved,
  };
}

function isSame(a: Reach, b: Reach): boolean {
  return a.points === b.points && a.isNear === b.isNear && a.until === b.until;
}
