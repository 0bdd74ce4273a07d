import { useMemo, useState } from 'react';
import type { Firing } from '@/lib/alerts/model/firing.ts';
import { formatCount } from '@/lib/locale/format.ts';
import { t } from '@/lib/locale/t.ts';
import { alertRules } from '@/lib/storage/alerts.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/units.ts';
import { Button } from '../shared/button.tsx';
import { Toast } from '../shared/toast.tsx';
import { useStored } from '../hooks/use-stored.ts';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { FeedGroup } from './feed-group.tsx';
import { firstAlerts, groupByFeed } from './group-by-feed.ts';
import { NoAlerts } from './no-alerts.tsx';
import { FIRINGS_A_PAGE, RecentFirings } from './recent-firings.tsx';
import { useAlertActions } from './use-alert-actions.ts';
import { useFeedAlerts } from './use-feed-alerts.ts';
import { useFreshFirings } from './use-fresh-firings.ts';
import styles from './alerts.module.css';

// Every visible alert updates its state once a second, so show a limited number at first.
const PAGE = 50;

interface AlertsBodyProps {
  /** Show only this feed's alerts; `null`: all. */
  feedId: FeedId | null;
  heading?: HeadingTag;
  onOpen: OpenAlert;
}

/** Alerts grouped by feed, and recent firings. Unseen firings are at the top. */
export function AlertsBody({ feedId, heading = 'h2', onOpen }: AlertsBodyProps) {
  const rules = useStored(alertRules);
  const order = useStored(watchlist);
  const freshPages = useCount(FIRINGS_A_PAGE);
  const earlierPages = useCount(FIRINGS_A_PAGE);
  const { history, fresh } = useFreshFirings(feedId, freshPages.count);
  const { notice, actions, undo, dismiss } = useAlertActions();
  const { count, onMore } = useCount(PAGE);

  const matching = useMemo(
    () => (rules ?? []).filter((rule) => feedId === null || rule.feedId === feedId),
    [rules, feedId],
  );
  const groups = useMemo(() => groupByFeed(matching, order ?? []), [matching, order]);
  const shown = useMemo(() => firstAlerts(groups, count), [groups, count]);
  const known = useFeedAlerts(shown.map(([id]) => id));
  const lastFired = useMemo(() => lastFiredIn(history), [history]);
  if (!rules || !order || !known) return null;

  const earlier = history.filter((firing) => !fresh.includes(firing));
  return (
    <div className={styles.body}>
      <RecentFirings
        title={t('alerts.freshTitle')}
        heading={heading}
        firings={fresh}
        {...freshPages}
      />
      {matching.length === 0 && <NoAlerts feedId={feedId} heading={heading} onOpen={onOpen} />}
      {shown.map(([id, alertsOfFeed]) => (
        <FeedGroup
          key={id}
          feedId={id}
          rules={alertsOfFeed}
          known={known.get(id)}
          lastFired={lastFired}
          heading={heading}
          actions={actions}
          onOpen={onOpen}
        />
      ))}
      {matching.length > count && (
        <Button className={styles.more} onClick={onMore}>
          {t('alerts.showMoreButton', {
            count: Math.min(PAGE, matching.length - count),
            total: formatCount(matching.length),
          })}
        </Button>
      )}
      <RecentFirings
        title={t('alerts.recentTitle')}
        heading={heading}
        firings={earlier}
        {...earlierPages}
      />
      <Toast isSticky notice={notice} onUndo={undo} onGone={dismiss} />
    </div>
  );
}

function useCount(page: number): { count: number; onMore: () => void } {
  const [count, setCount] = useState(page);
  return { count, onMore: () => setCount(count + page) };
}

function lastFiredIn(history: readonly Firing[]): ReadonlyMap<string, UnixMilliseconds> {
  // The history is newest first. Reverse it, so that an alert's newest firing replaces older ones.
  const fired = history.filter(({ missed }) => !missed).toReversed();
  return new Map(fired.map(({ alertId, at }) => [alertId, at]));
}
