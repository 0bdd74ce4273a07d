import type { FeedAlerts } from '@/lib/alerts/model/feed-alerts.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { AlertState } from '@/lib/alerts/model/state.ts';
import { explain, type Circumstances } from '@/lib/alerts/text/explain.ts';
import { standingOf } from '@/lib/alerts/text/standing.ts';
import { alertSettings } from '@/lib/storage/alerts.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/units.ts';
import { useClock } from '../hooks/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import { formatRecentTime } from '@/lib/locale/format-recent-time.ts';
import { useAlertPrice } from './use-alert-price.ts';
import { useNamedFeed } from './use-named-feed.ts';

/** The circumstances that all alerts on a feed share. */
export interface AlertFeed extends Omit<Circumstances, 'now' | 'formatTime'> {
  isFollowed: boolean;
}

/** @param known `undefined`: the feed's alerts were not checked in this session */
export function useAlertFeed(feedId: FeedId, known: FeedAlerts | undefined) {
  const { name, attributes, isFollowed } = useNamedFeed(feedId);
  const latest = useAlertPrice(feedId, attributes);
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? true);
  const feed: AlertFeed = { areOn, latest, watch: known?.watch ?? null, isFollowed };
  return { name, attributes, feed };
}

/** An alert's state as shown to the user, updated every second. */
export function useExplanation(rule: AlertRule, state: AlertState | null, feed: AlertFeed) {
  const now = useClock((nowMs) => nowMs);
  const formatTime = (at: UnixMilliseconds): string => formatRecentTime(at, now);
  const explanation = explain(rule, state, { ...feed, now, formatTime });
  const standing = standingOf(explanation.phase, feed.areOn, feed.isFollowed);
  return { ...explanation, standing, now };
}
