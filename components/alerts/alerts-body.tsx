import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Button } from '../shared/button.tsx';
import { AlertGroups } from './alert-groups.tsx';
import { ConfirmAlerts } from './confirm-alerts.tsx';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { FiringList } from './firing-list.tsx';
import { useInbox } from './use-inbox.ts';
import styles from './alerts.module.css';

interface AlertsBodyProps {
  /** `null`: all. */
  feedId: FeedId | null;
  heading?: HeadingTag;
  onOpen: OpenAlert;
}

export function AlertsBody({ feedId, heading = 'h2', onOpen }: AlertsBodyProps) {
  const { inbox, earlier, dismiss } = useInbox(feedId);
  // The options page has no view of a feed.
  const isLink = heading === 'h2';
  const list = { heading, isLink };
  return (
    <div className={styles.body}>
      <ConfirmAlerts heading={heading} />
      <FiringList {...list} title={t('alerts.inboxTitle')} firings={inbox} onDismiss={dismiss}>
        <DismissAll firings={inbox} onDismiss={dismiss} />
      </FiringList>
      <AlertGroups feedId={feedId} heading={heading} onOpen={onOpen}>
        <FiringList {...list} title={t('alerts.recentTitle')} firings={earlier} />
      </AlertGroups>
    </div>
  );
}

interface DismissAllProps {
  firings: readonly Firing[];
  onDismiss: (ids: readonly string[]) => void;
}

function DismissAll({ firings, onDismiss }: DismissAllProps) {
  const dismissAll = (): void => {
    // The button disappears with the list.
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
    onDismiss(firings.map(({ id }) => id));
  };
  return (
    <Button kind="small" className={styles.all} onClick={dismissAll}>
      {t('alerts.dismissAllButton')}
    </Button>
  );
}
