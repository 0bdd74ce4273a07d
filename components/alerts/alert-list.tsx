import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { goTo } from '../shared/route.ts';
import { AlertsBody } from './alerts-body.tsx';
import { useFeed } from '../shared/hooks/use-feed.ts';
import { ViewHeader } from './view-header.tsx';
import { Button } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import { alertSettings } from '@/lib/storage/values/alerts.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { Switch } from '../shared/check.tsx';
import styles from './alerts.module.css';

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
  const name = useFeed(feedId)?.name ?? '';
  return (
    <ViewHeader title={t('alerts.feedTitle', { name })}>
      <Button kind="small" onClick={() => goTo({ view: 'alerts' })}>
        {t('alerts.showAllButton')}
      </Button>
    </ViewHeader>
  );
}

/** Turns all alerts on or off. Each alert keeps its own setting. */
function AlertsSwitch() {
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? null);
  if (areOn === null) return null;
  return (
    <label className={styles.allOn}>
      <span>{t(areOn ? 'alerts.allOn' : 'alerts.allOff')}</span>
      <Switch
        aria-label={t('alerts.allLabel')}
        checked={areOn}
        onChange={(isOn) => void alertSettings.update((settings) => ({ ...settings, areOn: isOn }))}
      />
    </label>
  );
}
