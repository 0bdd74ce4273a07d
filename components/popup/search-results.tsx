import { useEffect, useRef } from 'react';
import { openOptions } from '@/lib/pages.ts';
import { attribute } from '@/lib/prices/attributes.ts';
import { assetTypeLabel, feedName } from '@/lib/prices/feed-name.ts';
import { catalogueStatus, type Feed } from '@/lib/storage/catalogue.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { CheckIcon, PlusIcon, SearchIcon } from '../icons.tsx';
import { useStored } from '../use-stored.ts';
import { optionId, type FeedSearch } from './use-feed-search.ts';

/** What the search found, in place of the watchlist. */
export function SearchResults({ search }: { search: FeedSearch }) {
  const { found, activeIndex, listId } = search;
  const followed = useStored(watchlist);

  return (
    // In the tab order, as browsers have it for whatever scrolls.
    <div className="results" tabIndex={0}>
      <p className={found.total > 0 ? 'results-note' : 'visually-hidden'} aria-live="polite">
        {noteOf(search)}
      </p>
      {found.total > 0 && (
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
      )}
      {found.total === 0 && <NothingFound search={search} />}
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

function NothingFound({ search }: { search: FeedSearch }) {
  const status = useStored(catalogueStatus);
  return (
    <div className="empty">
      <SearchIcon />
      <h2>{noteOf(search)}</h2>
      {search.feedCount === 0 && <NoCatalogue error={status?.error ?? null} />}
      {search.feedCount !== undefined && search.feedCount > 0 && (
        <p>Try a symbol such as BTC/USD, a name such as gold, or a kind such as FX.</p>
      )}
    </div>
  );
}

function NoCatalogue({ error }: { error: string | null }) {
  if (error === null) return <p>It is being fetched. This takes a moment.</p>;
  return (
    <>
      <p>{error}</p>
      <button type="button" className="primary" onClick={() => void openOptions()}>
        Check the connection
      </button>
    </>
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
