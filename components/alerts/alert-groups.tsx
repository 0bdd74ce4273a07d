import { useMemo, useState, type ReactNode } from 'react';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { Button } from '../shared/button.tsx';
import { useStored } from '../hooks/use-stored.ts';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { FeedGroup } from './feed-group.tsx';
import { firstAlerts, groupByFeed } from './group-by-feed.ts';
import { NoAlerts } from './no-alerts.tsx';
import { useFeedAlerts } from './use-feed-alerts.ts';
import styles from './alerts.module.css';

// Every visible alert updates its state once a second, so show a limited number at first.
const PAGE = 50;

interface AlertGroupsProps {
  /** Show only this feed's alerts; `null`: all. */
  feedId: FeedId | null;
  heading: HeadingTag;
  onOpen: OpenAlert;
  /** What follows the alerts, so that they do not push it down when they have been read. */
  children: ReactNode;
}

/** Alerts grouped by feed, in the order of the watchlist. */
export function AlertGroups({ feedId, heading, onOpen, children }: AlertGroupsProps) {
  const rules = useStored(alertRules);
  const order = useStored(watchlist);
  const history = useStored(firings);
  const [count, setCount] = useState(PAGE);

  const matching = useMemo(
    () => (rules ?? []).filter((rule) => feedId === null || feedOf(rule.feedId) === feedId),
    [rules, feedId],
  );
  const groups = useMemo(() => groupByFeed(matching, order ?? []), [matching, order]);
  const shown = useMemo(() => firstAlerts(groups, count), [groups, count]);
  const known = useFeedAlerts(shown.map(([id]) => id));
  const lastFired = useMemo(() => lastFiredIn(history ?? []), [history]);
  if (!rules || !order || !known) return null;

  return (
    <>
      {matching.length === 0 && <NoAlerts feedId={feedId} heading={heading} onOpen={onOpen} />}
      {shown.map(([id, alertsOfFeed]) => (
        <FeedGroup
          key={id}
          feedId={id}
          rules={alertsOfFeed}
          known={known.get(id)}
          lastFired={lastFired}
          heading={heading}
          onOpen={onOpen}
        />
      ))}
      {matching.length > count && (
        <Button className={styles.more} onClick={() => setCount(count + PAGE)}>
          {t('alerts.showMoreButton', {
            count: Math.min(PAGE, matching.length - count),
            total: formatCount(matching.length),
          })}
        </Button>
      )}
      {children}
    </>
  );
}

/** @param history oldest first, so that an alert's newest firing replaces older ones */
function lastFiredIn(history: readonly Firing[]): ReadonlyMap<string, UnixMilliseconds> {
  const fired = history.filter(({ missed }) => !missed);
  return new Map(fired.map(({ alertId, at }) => [alertId, at]));
}
