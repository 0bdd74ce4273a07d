import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { goTo } from '../shared/route.ts';
import { AlertsBody } from './alerts-body.tsx';
import { AlertsSwitch } from './alerts-switch.tsx';
import { useNamedFeed } from './use-named-feed.ts';
import { ViewHeader } from './view-header.tsx';
import { Button } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';

/** All alerts with their states, or only those of one feed. */
export default function AlertList({ feedId = null }: { feedId?: FeedId | null }) {
  return (
    <div className={viewStyles.view}>
      {feedId === null ? (
        <ViewHeader title={t('alerts.title')}>
          <AlertsSwitch />
        </ViewHeader>
      ) : (
        <FeedHeader feedId={feedId} />
      )}
      <main className={viewStyles.main} data-scrolls>
        <AlertsBody feedId={feedId} onOpen={goTo} />
      </main>
    </div>
  );
}

function FeedHeader({ feedId }: { feedId: FeedId }) {
  const { name } = useNamedFeed(feedId);
  return (
    <ViewHeader title={t('alerts.feedTitle', { name })}>
      <Button kind="small" onClick={() => goTo({ view: 'alerts' })}>
        {t('alerts.showAllButton')}
      </Button>
    </ViewHeader>
  );
}
