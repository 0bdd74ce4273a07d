import { feedName, assetTypeLabel } from '@/lib/prices/feed-name.ts';
import { attribute } from '@/lib/prices/attributes.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/watchlist.ts';
import { FeedExportMenu } from '../export/feed-export-menu.tsx';
import { Toast } from '../shared/toast.tsx';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { PinIcon, PlusIcon } from '../shared/icons.tsx';
import { useStored } from '../hooks/use-stored.ts';
import { StarIcon } from './detail-icons.tsx';
import type { FeedFacts } from '../hooks/use-feed.ts';
import { useFollowing } from './use-following.ts';

/** The feed's name, the back button, and the actions for the feed. */
export function DetailHeader({ id, feed }: { id: string; feed: FeedFacts }) {
  const { symbol, subject, deprecated } = feedName(feed.attributes, id);
  const assetType = attribute(feed.attributes, 'asset_type');
  const about = [subject, assetType && assetTypeLabel(assetType).toLowerCase()];
  const heading = useViewHeading(symbol);

  return (
    <header>
      <BackButton />
      <div className="title">
        <h1 ref={heading} tabIndex={-1} title={symbol}>
          {symbol}
        </h1>
        <span className="about" title={about.filter(Boolean).join(' · ')}>
          {about.filter(Boolean).join(' · ')}
        </span>
        {deprecated && <em className="tag">Ends soon</em>}
      </div>
      <FeedExportMenu id={id} symbol={symbol} />
      {feed.isFollowed && <PinButton id={id} />}
      <FollowButton id={id} symbol={symbol} feed={feed} />
    </header>
  );
}

function PinButton({ id }: { id: string }) {
  const chosen = useStored(badgeFeedId);
  const ids = useStored(watchlist);
  const isBadge = effectiveBadgeFeed(chosen ?? null, ids ?? []) === id;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Show on badge"
      title={isBadge ? 'On the badge' : 'Show on badge'}
      aria-pressed={isBadge}
      onClick={() => void badgeFeedId.setValue(id)}
    >
      <PinIcon />
    </button>
  );
}

function FollowButton({ id, symbol, feed }: { id: string; symbol: string; feed: FeedFacts }) {
  const { follow, unfollow, isFull, notice, undo, dismiss } = useFollowing(id, symbol, feed);
  return (
    <>
      {feed.isFollowed ? (
        <button
          type="button"
          className="icon-button followed-star"
          aria-label={`Unfollow ${symbol}`}
          title={`Unfollow ${symbol}`}
          onClick={() => void unfollow()}
        >
          <StarIcon />
        </button>
      ) : (
        <button type="button" className="primary follow" onClick={() => void follow()}>
          <PlusIcon />
          Follow
        </button>
      )}
      {isFull && (
        <span className="notice" role="alert">
          The watchlist is full
        </span>
      )}
      <Toast notice={notice} onUndo={undo} onGone={dismiss} />
    </>
  );
}
