import { useMemo, useState, type ReactNode } from 'react';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { Button, classNames } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { FeedGroup } from './feed-group.tsx';
import { useFeedAlerts } from './use-feed-alerts.ts';
import styles from './alerts.module.css';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { BellIcon } from '../shared/icons.tsx';
import { goTo } from '../shared/route.ts';
import { useFeed } from '../shared/hooks/use-feed.ts';
import emptyStyles from '../shared/empty.module.css';

// Limited, because every visible alert updates once a second.
const PAGE = 50;

interface AlertGroupsProps {
  /** `null`: alerts of all feeds. */
  feedId: FeedId | null;
  heading: HeadingTag;
  onOpen: OpenAlert;
  /** Shown below the alerts, so as not to push them down. */
  children: ReactNode;
}

/** Alerts grouped by feed, in the order of the watchlist. */
export function AlertGroups({ feedId, heading, onOpen, children }: AlertGroupsProps) {
  const rules = useStored(alertRules);
  const order = useStored(watchlist);
  const history = useStored(firings);
  const [count, setCount] = useState(PAGE);

  const matching = useMemo(
    () =>
      (rules ?? [])
        .filter((rule) => feedId === null || feedOf(rule.feedId) === feedId)
        .filter(({ trigger }) => trigger.kind !== 'retired'),
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
          subjectId={id}
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

/** @param history oldest first */
function lastFiredIn(history: readonly Firing[]): ReadonlyMap<string, UnixMilliseconds> {
  const fired = history.filter(({ missed }) => !missed);
  return new Map(fired.map(({ alertId, at }) => [alertId, at]));
}

/** Groups totals first, then the feeds in `order`, then all others. */
function groupByFeed(
  rules: readonly AlertRule[],
  order: readonly string[],
): [subjectId: string, rules: AlertRule[]][] {
  const places = new Map(order.map((id, index) => [id, index]));
  const place = (id: FeedId | null): number => (id === null ? -1 : (places.get(id) ?? Infinity));
  const groups = Map.groupBy(rules, ({ feedId }) => feedId);
  const placed = [...groups].map((group) => ({ group, at: place(feedOf(group[0])) }));
  // Both feeds may be missing from `order`, and Infinity − Infinity is NaN.
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ group }) => group);
}

function firstAlerts(
  groups: readonly [subjectId: string, rules: AlertRule[]][],
  count: number,
): [subjectId: string, rules: AlertRule[]][] {
  const shown: [string, AlertRule[]][] = [];
  let left = count;
  for (const [subjectId, rules] of groups) {
    if (left <= 0) break;
    shown.push([subjectId, rules.slice(0, left)]);
    left -= rules.length;
  }
  return shown;
}

interface NoAlertsProps {
  feedId: FeedId | null;
  heading: HeadingTag;
  onOpen: OpenAlert;
}

function NoAlerts({ feedId, heading: Heading, onOpen }: NoAlertsProps) {
  const firstFeedId = useStored(watchlist)?.[0];
  const target = feedId ?? firstFeedId;
  return (
    <div className={classNames(emptyStyles.empty, styles.none)}>
      <BellIcon />
      <Heading>{t('alerts.noneTitle')}</Heading>
      <p>{t('alerts.noneText')}</p>
      {target === undefined ? (
        <Button kind="primary" onClick={() => goTo({ view: 'list' })}>
          {t('popup.addFeedButton')}
        </Button>
      ) : (
        <FirstAlert feedId={target} onOpen={onOpen} />
      )}
    </div>
  );
}

function FirstAlert({ feedId, onOpen }: { feedId: FeedId; onOpen: OpenAlert }) {
  const name = useFeed(feedId)?.name ?? '';
  return (
    <Button kind="primary" onClick={() => onOpen({ view: 'new-alert', id: feedId, level: null })}>
      {t('alerts.addOnButton', { name })}
    </Button>
  );
}
