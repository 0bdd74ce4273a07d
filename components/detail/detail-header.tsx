import { t } from '@/lib/base/locale/t.ts';
import { feedName, assetTypeLabel } from '@/lib/domain/prices/feed-name.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { showOnBadge } from '@/lib/pages/watchlist/show-on-badge.ts';
import { Toast } from '../shared/toast.tsx';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { BellIcon, PlusIcon } from '../shared/icons.tsx';
import { PinIcon } from '../shared/later-icons.tsx';
import { goTo } from '../shared/route.ts';
import { useBadgeFeed } from '../shared/hooks/use-badge-feed.ts';
import type { FeedFacts } from '../shared/hooks/use-feed.ts';
import { DetailMenu } from './detail-menu.tsx';
import type { useFollowing } from './use-following.ts';
import { Button, classNames, IconButton } from '../shared/button.tsx';
import { Tag } from '../shared/tag.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './detail-header.module.css';

interface DetailHeaderProps {
  id: string;
  feed: FeedFacts;
  following: ReturnType<typeof useFollowing>;
}

/** The feed's name, the back button, and the actions for the feed. */
export function DetailHeader({ id, feed, following }: DetailHeaderProps) {
  const { symbol } = feedName(feed.attributes, id);
  const { follow, unfollow, isFull, notice, undo, dismiss } = following;
  return (
    <header className={classNames(viewStyles.header, viewStyles.back, styles.header)}>
      <BackButton />
      <Title id={id} feed={feed} />
      {isFull && <span role="alert">{t('popup.notice.full')}</span>}
      {feed.isFollowed ? (
        <>
          <IconButton
            label={t('alerts.addButton')}
            onClick={() => goTo({ view: 'new-alert', id, level: null })}
          >
            <BellIcon />
          </IconButton>
          <PinButton id={id} />
        </>
      ) : (
        <Button
          kind="primary"
          className={styles.follow}
          aria-label={t('detail.addButton')}
          title={t('detail.addButton')}
          onClick={() => void follow()}
        >
          <PlusIcon />
          {t('popup.addButton')}
        </Button>
      )}
      <DetailMenu
        id={id}
        symbol={symbol}
        attributes={feed.attributes}
        onRemove={feed.isFollowed ? unfollow : null}
      />
      <Toast notice={notice} onUndo={undo} onGone={dismiss} />
    </header>
  );
}

function Title({ id, feed }: { id: string; feed: FeedFacts }) {
  const { symbol, subject, deprecated } = feedName(feed.attributes, id);
  const assetType = attribute(feed.attributes, 'asset_type');
  const about = [subject, assetType && assetTypeLabel(assetType)].filter(Boolean).join(' · ');
  const heading = useViewHeading(symbol);
  return (
    <div className={styles.title}>
      <h1 ref={heading} className={viewStyles.title} tabIndex={-1} title={symbol} dir="auto">
        {symbol}
      </h1>
      {/* Deprecation comes first, as a long name would hide it. */}
      <p>
        {deprecated && <Tag>{t('feed.deprecated')}</Tag>}
        <span title={about}>{about}</span>
      </p>
    </div>
  );
}

function PinButton({ id }: { id: string }) {
  const isBadge = useBadgeFeed() === id;
  return (
    <IconButton
      label={t('row.showOnBadgeButton')}
      title={isBadge ? t('row.mark.onBadge') : t('row.showOnBadgeButton')}
      aria-pressed={isBadge}
      onClick={() => void showOnBadge(id)}
    >
      <PinIcon />
    </IconButton>
  );
}
