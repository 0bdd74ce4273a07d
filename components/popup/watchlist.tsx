import { memo, type KeyboardEvent } from 'react';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { missingFeeds } from '@/lib/storage/prices.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/watchlist.ts';
import { ListIcon } from '../icons.tsx';
import { useStored } from '../use-stored.ts';
import { PriceRow } from './price-row.tsx';

interface WatchlistProps {
  onRemove: (id: string) => Promise<void>;
  onShowOnBadge: (id: string) => Promise<void>;
  onSearch: () => void;
}

const NO_ATTRIBUTES: Record<string, string> = {};

/** The followed feeds in the user's order. */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const ids = useStored(watchlist);
  const names = useStored(followedFeeds);
  const chosen = useStored(badgeFeedId);
  const missing = useStored(missingFeeds);
  if (!ids || !names || chosen === undefined) return null;
  if (ids.length === 0) return <NothingFollowed onSearch={props.onSearch} />;

  const badgeId = effectiveBadgeFeed(chosen, ids);
  return (
    <ul aria-label="Watchlist" onKeyDown={moveBetweenRows}>
      {ids.map((id) => (
        <PriceRow
          key={id}
          id={id}
          attributes={names[id] ?? NO_ATTRIBUTES}
          isBadge={id === badgeId}
          missing={missing?.[id]}
          onRemove={props.onRemove}
          onShowOnBadge={props.onShowOnBadge}
        />
      ))}
    </ul>
  );
});

function NothingFollowed({ onSearch }: { onSearch: () => void }) {
  return (
    <div className="empty">
      <ListIcon />
      <h2>Nothing followed yet</h2>
      <p>Find a currency, a share, a metal or a coin, and its price stays in sight here.</p>
      {/* Takes the focus that went with the last row, and is the first thing to do anyway. */}
      <button type="button" className="primary" autoFocus onClick={onSearch}>
        Search feeds to add
      </button>
    </div>
  );
}

/** Arrow keys go to the same button of the next row: Tab alone would be long in a long list. */
function moveBetweenRows(event: KeyboardEvent<HTMLUListElement>): void {
  const button = event.target;
  if (!(button instanceof HTMLButtonElement)) return;
  const row = button.closest('li');
  const target = rowFor(event.key, row);
  if (!row || !target) return;
  event.preventDefault();
  const place = [...row.querySelectorAll('button')].indexOf(button);
  const buttons = target.querySelectorAll('button');
  (buttons[place] ?? buttons[buttons.length - 1])?.focus();
}

function rowFor(key: string, row: Element | null): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return row?.nextElementSibling;
    case 'ArrowUp':
      return row?.previousElementSibling;
    case 'Home':
      return row?.parentElement?.firstElementChild;
    case 'End':
      return row?.parentElement?.lastElementChild;
    default:
      return null;
  }
}
