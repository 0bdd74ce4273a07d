import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { assetTypeLabel, feedName, feedSymbol, splitPair } from '@/lib/domain/prices/feed-name.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { showOnBadge } from '@/lib/pages/watchlist/watchlist.ts';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { BellIcon, PlusIcon } from '../shared/icons.tsx';
import { PinIcon, ShareIcon } from '../shared/later-icons.tsx';
import { goTo } from '../shared/route.ts';
import { useIsWide } from '../shared/hooks/use-is-wide.ts';
import { useBadgeFeed } from '../shared/hooks/use-badge-feed.ts';
import type { FeedEntry } from '../shared/hooks/use-feed.ts';
import { SubjectNow } from './alerts/subject-now.tsx';
import type { ComposedAlert } from './alerts/use-composed-alert.ts';
import { DetailMenu } from './detail-menu.tsx';
import type { useFollowing } from './use-following.ts';
import { Button, classNames, IconButton } from '../shared/button.tsx';
import { Tag } from '../shared/tag.tsx';
import viewStyles from '../shared/view.module.css';
import styles from './detail-header.module.css';

const FeedExportDialog = lazy(() => import('../export/feed-export-dialog.tsx'));

interface DetailHeaderProps {
  id: string;
  feed: FeedEntry;
  following: ReturnType<typeof useFollowing>;
  /** The alert that is being written; `null`: none is. */
  alert: ComposedAlert | null;
}

export function DetailHeader(props: DetailHeaderProps) {
  const { id, feed, alert } = props;
  const isWide = useIsWide();
  return (
    <header className={classNames(viewStyles.header, viewStyles.back, styles.header)}>
      {/* Beside the list, there is nothing to go back to, and room for all. */}
      {!isWide && <BackButton />}
      <Title id={id} feed={feed} alert={alert} isWide={isWide} />
      {alert && <SubjectNow {...alert} />}
      {(!alert || isWide) && <Buttons {...props} />}
    </header>
  );
}

function Buttons({ id, feed, following, alert }: DetailHeaderProps) {
  const symbol = feedSymbol(feed.attributes, id);
  const { follow, unfollow, isFull } = following;
  const [isExporting, setExporting] = useState(false);
  const startExport = (): void => setExporting(true);
  return (
    <>
      {isFull && <span role="alert">{t('popup.notice.full')}</span>}
      {feed.isFollowed ? (
        <>
          {!alert && <AlertButton id={id} />}
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
      <IconButton className={styles.share} label={t('export.openButton')} onClick={startExport}>
        <ShareIcon />
      </IconButton>
      <DetailMenu
        id={id}
        symbol={symbol}
        attributes={feed.attributes}
        onExport={startExport}
        onRemove={feed.isFollowed ? unfollow : null}
      />
      <Suspense>
        {isExporting && (
          <FeedExportDialog id={id} symbol={symbol} onClose={() => setExporting(false)} />
        )}
      </Suspense>
    </>
  );
}

interface TitleProps extends Omit<DetailHeaderProps, 'following'> {
  isWide: boolean;
}

function Title({ id, feed, alert, isWide }: TitleProps) {
  const { symbol, subject, deprecated } = feedName(feed.attributes, id);
  const assetType = attribute(feed.attributes, 'asset_type');
  const about = [subject, assetType && assetTypeLabel(assetType)].filter(Boolean).join(' · ');
  const title = alert && alert.subject.id !== id ? alert.subject.title : symbol;
  const heading = useViewHeading(title);
  const [base, quote] = title === symbol ? splitPair(symbol) : [title];
  return (
    <div className={styles.title}>
      <h1
        ref={heading}
        className={viewStyles.title}
        tabIndex={-1}
        aria-label={title}
        title={title}
        dir="auto"
      >
        {base}
        {quote !== undefined && <i>{quote}</i>}
      </h1>
      {/* Deprecation comes first, as a long name would hide it. */}
      {deprecated && <Tag>{t('feed.deprecated')}</Tag>}
      {(!alert || isWide) && title === symbol && (
        <p title={about} dir="auto">
          {about}
        </p>
      )}
    </div>
  );
}

/** Has a text label in a wide window. */
function AlertButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      className={styles.alert}
      aria-label={t('alerts.addButton')}
      title={t('alerts.addButton')}
      onClick={() => goTo({ view: 'new-alert', id, level: null })}
    >
      <BellIcon />
      <span>{t('alerts.addButton')}</span>
    </button>
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
