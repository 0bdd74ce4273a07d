import { type Firing, isUnseen } from '@/lib/domain/alerts/model/firing.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { AlertGroups } from './alert-groups.tsx';
import { ConfirmAlerts } from './confirm-alerts.tsx';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { RetiredAlerts } from './retired-alerts.tsx';
import { FiringList } from './firing-list.tsx';
import styles from './alerts.module.css';
import { useEffect, useState } from 'react';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

interface AlertsBodyProps {
  /** `null`: alerts of all feeds. */
  feedId: FeedId | null;
  heading?: HeadingTag;
  onOpen: OpenAlert;
}

export function AlertsBody({ feedId, heading = 'h2', onOpen }: AlertsBodyProps) {
  const { inbox, earlier } = useInbox(feedId);
  // The options page has no details view.
  const isLink = heading === 'h2';
  const list = { heading, isLink };
  return (
    <div className={styles.body}>
      <ConfirmAlerts heading={heading} />
      <RetiredAlerts heading={heading} onOpen={onOpen} />
      <FiringList {...list} areNew title={t('alerts.inboxTitle')} firings={inbox} />
      <AlertGroups feedId={feedId} heading={heading} onOpen={onOpen}>
        <FiringList {...list} title={t('alerts.recentTitle')} firings={earlier} />
      </AlertGroups>
    </div>
  );
}

const NONE: readonly Firing[] = [];

/**
 * The history in two parts, newest first. Opening the list marks everything as seen, but what was
 * unseen then, or is newer, stays in the first part. @param feedId `null`: all feeds
 */
function useInbox(feedId: FeedId | null) {
  const all = useStored(firings) ?? NONE;
  const stored = feedId === null ? all : all.filter((firing) => feedOf(firing.feedId) === feedId);
  const [inboxIds, setInboxIds] = useState<ReadonlySet<string>>(new Set());
  const newIds = stored.filter((one) => isUnseen(one) && !inboxIds.has(one.id)).map(({ id }) => id);
  if (newIds.length > 0) setInboxIds(new Set([...inboxIds, ...newIds]));

  useEffect(() => {
    const mark = (): void => {
      if (document.visibilityState === 'visible') void markFiringsSeen([...inboxIds]);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [inboxIds]);

  const history = stored.toReversed();
  return {
    inbox: history.filter(({ id }) => inboxIds.has(id)),
    earlier: history.filter(({ id }) => !inboxIds.has(id)),
  };
}
