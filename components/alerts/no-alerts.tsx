import { t } from '@/lib/base/locale/t.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { BellIcon } from '../shared/icons.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { useNamedFeed } from './use-named-feed.ts';
import { Button, classNames } from '../shared/button.tsx';
import emptyStyles from '../shared/empty.module.css';
import styles from './alerts.module.css';

interface NoAlertsProps {
  feedId: FeedId | null;
  heading: HeadingTag;
  onOpen: OpenAlert;
}

/** Shown while there are no alerts: explains them and offers to add the first. */
export function NoAlerts({ feedId, heading: Heading, onOpen }: NoAlertsProps) {
  const firstFeedId = useStored(watchlist)?.[0];
  const target = feedId ?? firstFeedId;
  return (
    <div className={classNames(emptyStyles.empty, styles.none)}>
      <BellIcon />
      <Heading>{t('alerts.noneTitle')}</Heading>
      <p>{t('alerts.noneText')}</p>
      {target !== undefined && <FirstAlert feedId={target} onOpen={onOpen} />}
    </div>
  );
}

function FirstAlert({ feedId, onOpen }: { feedId: FeedId; onOpen: OpenAlert }) {
  const { name } = useNamedFeed(feedId);
  return (
    <Button kind="primary" onClick={() => onOpen({ view: 'new-alert', id: feedId, level: null })}>
      {t('alerts.addOnButton', { name })}
    </Button>
  );
}
