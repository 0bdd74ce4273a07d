import { useEffect, useRef } from 'react';
import { openOptions } from '@/lib/pages.ts';
import { attribute } from '@/lib/prices/attributes.ts';
import { assetTypeLabel, feedName } from '@/lib/prices/feed-name.ts';
import { catalogueStatus, watchlist, type Feed } from '@/lib/storage.ts';
import { CheckIcon, PlusIcon } from '../icons.tsx';
import { useStored } from '../use-stored.ts';
import { optionId, type FeedSearch } from './use-feed-search.ts';

/** What the search found, in place of the watchlist. */
export function SearchResults({ search }: { search: FeedSearch }) {
  const { found, activeIndex, listId } = search;
  const followed = useStored(watchlist);

  return (
    <div className="results">
      <p className="results-note" aria-live="polite">
        {noteOf(search)}
      </p>
      <div id={listId} role="listbox" aria-label="Feeds found" aria-multiselectable="true">
        {found.feeds.map((feed, index) => (
          <FoundFeed
            key={feed.id}
            id={optionId(index)}
            feed={feed}
            isActive={index === activeIndex}
            isFollowed={followed?.includes(feed.id) ?? false}
            onAdd={search.add}
          />
        ))}
      </div>
      {found.total === 0 && search.feedCount !== undefined && (
        <NothingFound hasFeeds={search.feedCount > 0} />
      )}
    </div>
  );
}

interface FoundFeedProps {
  id: string;
  feed: Feed;
  isActive: boolean;
  isFollowed: boolean;
  onAdd: (feed: Feed) => void;
}

function FoundFeed({ id, feed, isActive, isFollowed, onAdd }: FoundFeedProps) {
  const { symbol, description, deprecated } = feedName(feed.attributes, feed.id);
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    // The field keeps the focus and has the keys; a press must not take it away.
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isFollowed}
      data-active={isActive || undefined}
      className="option"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAdd(feed)}
    >
      <div className="name">
        <b>
          <span>{symbol}</span>
          {deprecated && <em className="tag">Ending</em>}
        </b>
        <span className="description">{description}</span>
      </div>
      <span className="asset-type">{assetTypeLabel(attribute(feed.attributes, 'asset_type'))}</span>
      {isFollowed ? (
        <span className="followed" title="On the watchlist">
          <CheckIcon />
          <span className="visually-hidden">On the watchlist</span>
        </span>
      ) : (
        <PlusIcon />
      )}
    </div>
  );
}

function NothingFound({ hasFeeds }: { hasFeeds: boolean }) {
  const status = useStored(catalogueStatus);
  if (hasFeeds) {
    return (
      <p className="hint">
        Try a symbol such as <b>BTC/USD</b>, a name such as <b>gold</b>, or a kind such as <b>FX</b>
        .
      </p>
    );
  }
  if (!status?.error) return <p className="hint">It is being fetched; this takes a moment.</p>;
  return (
    <div className="hint">
      <p>{status.error}</p>
      <button type="button" onClick={() => void openOptions()}>
        Check the connection
      </button>
    </div>
  );
}

function noteOf({ found, feedCount, query }: FeedSearch): string {
  const { feeds, total } = found;
  if (feedCount === undefined) return 'Reading the list of feeds…';
  if (feedCount === 0) return 'The list of feeds is not here yet';
  if (total === 0) return `No feed matches “${query.trim()}”`;
  if (total > feeds.length) return `Best ${feeds.length} of ${total} feeds`;
  return total === 1 ? '1 feed' : `${total} feeds`;
}
