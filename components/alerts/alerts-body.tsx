import { type Firing, isUnseen } from '@/lib/domain/alerts/model/firing.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Button } from '../shared/button.tsx';
import { AlertGroups } from './alert-groups.tsx';
import { ConfirmAlerts } from './confirm-alerts.tsx';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { RetiredAlerts } from './retired-alerts.tsx';
import { FiringList } from './firing-list.tsx';
import styles from './alerts.module.css';
import { useCallback, useState } from 'react';
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
  const { inbox, earlier, dismiss } = useInbox(feedId);
  // The options page has no details view.
  const isLink = heading === 'h2';
  const list = { heading, isLink };
  return (
    <div className={styles.body}>
      <ConfirmAlerts heading={heading} />
      <RetiredAlerts heading={heading} onOpen={onOpen} />
      <FiringList {...list} title={t('alerts.inboxTitle')} firings={inbox} onDismiss={dismiss}>
        <DismissAll unseen={inbox} onDismiss={dismiss} />
      </FiringList>
      <AlertGroups feedId={feedId} heading={heading} onOpen={onOpen}>
        <FiringList {...list} title={t('alerts.recentTitle')} firings={earlier} />
      </AlertGroups>
    </div>
  );
}

interface DismissAllProps {
  unseen: readonly Firing[];
  onDismiss: (ids: readonly string[]) => void;
}

function DismissAll({ unseen, onDismiss }: DismissAllProps) {
  const dismissAll = (): void => {
    // Move the focus: the button disappears with the list.
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
    onDismiss(unseen.map(({ id }) => id));
  };
  return (
    <Button kind="small" className={styles.all} onClick={dismissAll}>
      {t('alerts.dismissAllButton')}
    </Button>
  );
}

const NONE: readonly Firing[] = [];

/**
 * The history in two parts, newest first. A firing seen in the inbox stays there until the page
 * closes, so that nothing vanishes while the user reads it. @param feedId `null`: all feeds
 */
function useInbox(feedId: FeedId | null) {
  const all = useStored(firings) ?? NONE;
  const stored = feedId === null ? all : all.filter((firing) => feedOf(firing.feedId) === feedId);
  const [inboxIds, setInboxIds] = useState<ReadonlySet<string>>(new Set());
  const [dismissedIds, setDismissedIds] = useState<ReadonlySet<string>>(new Set());
  const newIds = stored.filter((one) => isUnseen(one) && !inboxIds.has(one.id)).map(({ id }) => id);
  if (newIds.length > 0) setInboxIds(new Set([...inboxIds, ...newIds]));

  const dismiss = useCallback((ids: readonly string[]) => {
    setDismissedIds((before) => new Set([...before, ...ids]));
    void markFiringsSeen(ids);
  }, []);
  const isInInbox = ({ id }: Firing): boolean => inboxIds.has(id) && !dismissedIds.has(id);
  const history = stored.toReversed();
  return {
    /** Firings that were unseen when the page opened, or are newer, and are not dismissed. */
    inbox: history.filter(isInInbox),
    earlier: history.filter((firing) => !isInInbox(firing)),
    dismiss,
  };
}
