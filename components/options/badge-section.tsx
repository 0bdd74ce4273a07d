import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { showOnBadge } from '@/lib/pages/watchlist/watchlist.ts';
import type { ToolbarButton } from '@/lib/pages/toolbar-button.ts';
import { badgeView, shownIcon } from '@/lib/storage/values/badge.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/values/watchlist.ts';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useToolbarButton } from '../shared/hooks/use-toolbar-button.ts';
import { durationOptions, SelectField } from '../shared/select-field.tsx';
import { BadgeLook } from './badge-look.tsx';
import { OptionsPanel } from './panel.tsx';
import { ToolbarIcon } from './toolbar-icon.tsx';
import styles from './badge-section.module.css';

/** Settings for the toolbar button, and when a price counts as stale. */
export function BadgeSection() {
  const button = useToolbarButton();
  // Render everything at once, so that nothing moves under the pointer.
  if (!button) return null;
  return (
    <>
      <OptionsPanel title={t('badgeOptions.view.title')}>
        <BadgePreview button={button} />
        <BadgeLook />
        <SubjectField />
      </OptionsPanel>
      <OptionsPanel title={t('badgeOptions.stale.title')} hint={t('badgeOptions.stale.hint')}>
        <StaleLimitField />
      </OptionsPanel>
    </>
  );
}

/** The toolbar button with its badge and tooltip. */
function BadgePreview({ button }: { button: ToolbarButton }) {
  const id = useId();
  const icon = useStored(shownIcon) ?? 'logo';
  return (
    <figure className={styles.preview} aria-labelledby={id}>
      <figcaption id={id}>{t('badgeOptions.previewLabel')}</figcaption>
      <span className={styles.button}>
        <ToolbarIcon
          face={icon === 'logo' ? null : icon}
          size={32}
          badge={button.text}
          color={button.color}
        />
      </span>
      <div className={styles.tooltip} data-part="tooltip">
        {button.lines.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </div>
    </figure>
  );
}

const FIRST = 'first';
type Subject = Exclude<BadgeView['subject'], 'feed'>;

const WORDS = {
  turn: 'badgeOptions.view.rotates',
  total: 'badgeOptions.view.total',
  gain: 'badgeOptions.view.gain',
} as const;

/** Chooses a feed, several feeds in turn, or holdings. */
function SubjectField() {
  const ids = useStored(watchlist);
  const feeds = useStored(followedFeeds);
  const chosen = useStored(badgeFeedId);
  const view = useStored(badgeView);
  const hasHoldings = useHasHoldings();
  if (!ids || !feeds || chosen === undefined || !view) return null;
  if (ids.length === 0) {
    return <p>{t('serviceProblem.emptyWatchlist')}</p>;
  }

  const { subject } = view;
  const isOfHoldings = subject === 'total' || subject === 'gain';
  const others: Subject[] = hasHoldings || isOfHoldings ? ['turn', 'total', 'gain'] : ['turn'];
  const nameOf = (id: string) => feedName(feeds[id], id);
  const [first = ''] = ids;
  const feed = chosen !== null && effectiveBadgeFeed(chosen, ids) === chosen ? chosen : FIRST;
  return (
    <>
      <SelectField
        label={t('badgeOptions.view.showsLabel')}
        value={subject === 'feed' ? feed : subject}
        options={[
          [FIRST, t('badgeOptions.firstFeed', { symbol: nameOf(first).symbol })],
          ...ids.map((id) => [id, words(nameOf(id))] as const),
          ...others.map((other) => [other, t(WORDS[other])] as const),
        ]}
        onChange={(value) => {
          const other = others.find((each) => each === value);
          if (other) void badgeView.update((before) => ({ ...before, subject: other }));
          else void showOnBadge(value === FIRST ? null : value);
        }}
      />
      {subject === 'turn' && <p>{t('badgeOptions.view.hint')}</p>}
    </>
  );
}

function words({ symbol, description }: ReturnType<typeof feedName>): string {
  return description ? `${symbol} – ${description}` : symbol;
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
