import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/values/watchlist.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useToolbarButton } from '../shared/hooks/use-toolbar-button.ts';
import { BadgePreview } from './badge-preview.tsx';
import { BadgeRotation } from './badge-rotation.tsx';
import { Panel } from './panel.tsx';
import { durationOptions, SelectField } from '../shared/select-field.tsx';

/** Which feed the badge shows, and when a price counts as stale. */
export function BadgeSection() {
  const button = useToolbarButton();
  // All at once, so that nothing moves under the pointer.
  if (!button) return null;
  return (
    <>
      <Panel title={t('badgeOptions.title')} hint={t('badgeOptions.hint')}>
        <BadgePreview button={button} />
        <BadgeFeedField />
      </Panel>
      <BadgeRotation />
      <Panel title={t('badgeOptions.stale.title')} hint={t('badgeOptions.stale.hint')}>
        <StaleLimitField />
      </Panel>
    </>
  );
}

const FIRST = 'first';

function BadgeFeedField() {
  const ids = useStored(watchlist);
  const feeds = useStored(followedFeeds);
  const chosen = useStored(badgeFeedId);
  if (!ids || !feeds || chosen === undefined) return null;
  if (ids.length === 0) {
    return <p>{t('badgeOptions.noFeeds')}</p>;
  }

  const nameOf = (id: string) => feedName(feeds[id], id);
  const [first = ''] = ids;
  const options = ids.map((id) => {
    const { symbol, description } = nameOf(id);
    return [id, description ? `${symbol} – ${description}` : symbol] as const;
  });
  return (
    <SelectField
      label={t('badgeOptions.feedLabel')}
      value={chosen !== null && effectiveBadgeFeed(chosen, ids) === chosen ? chosen : FIRST}
      options={[[FIRST, t('badgeOptions.firstFeed', { symbol: nameOf(first).symbol })], ...options]}
      onChange={(value) => void badgeFeedId.setValue(value === FIRST ? null : value)}
    />
  );
}

const LIMITS_SECONDS: readonly number[] = [10, 30, 60, 120, 300, 900, 3_600, 86_400];

function StaleLimitField() {
  const limit = useStored(staleLimitSeconds);
  if (limit === undefined) return null;
  return (
    <SelectField
      label={t('badgeOptions.stale.limitLabel')}
      value={limit}
      options={durationOptions(LIMITS_SECONDS, limit)}
      onChange={(seconds) => void staleLimitSeconds.setValue(seconds)}
    />
  );
}
