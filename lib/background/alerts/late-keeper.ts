import { lateFeeds } from '../../storage/values/late-feeds.ts';
import type { FeedId } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';
import type { AlertItems } from './alert-items.ts';
import { rulesByFeed } from './evaluation-inputs.ts';

/** Tracks whose late prices keep alerts on calculated figures silent. */
export function createLateKeeper(settings: AlertItems) {
  const lateOf = new Map<string, FeedId>();

  return {
    /** Returns session items; empty if nothing changed. */
    update(checks: readonly FeedCheck[]): Record<string, unknown> {
      for (const { feedId, lateFeed } of checks) {
        if (lateFeed === undefined) lateOf.delete(feedId);
        else lateOf.set(feedId, lateFeed);
      }
      const late = new Set(lateOf.entries().flatMap(([id, feed]) => (isActive(id) ? [feed] : [])));
      const ids = [...late].toSorted();
      return ids.join() === settings.lateFeeds.current.join() ? {} : lateFeeds.entry(ids);
    },
  };

  function isActive(id: string): boolean {
    const rules = rulesByFeed(settings.alertRules.current).get(id) ?? [];
    return settings.alertSettings.current.areOn && rules.some(({ enabled }) => enabled);
  }
}
