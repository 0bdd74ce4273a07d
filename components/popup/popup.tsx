import '@/assets/base.css';
import './popup.css';
import { useEffect, useRef } from 'react';
import { holdPresence } from '@/lib/presence.ts';
import { useAppearance } from '../appearance.ts';
import { PriceStoreContext, type PriceStore } from '../use-latest-price.ts';
import { AccessBanner } from './access-banner.tsx';
import { ConnectionFooter } from './connection-footer.tsx';
import { Header } from './header.tsx';
import { SearchResults } from './search-results.tsx';
import { Toast } from './toast.tsx';
import { useFeedSearch } from './use-feed-search.ts';
import { useWatchlistActions } from './use-watchlist-actions.ts';
import { Watchlist } from './watchlist.tsx';

/** The popup. @param prices the page's prices, primed before the first render */
export function Popup({ prices }: { prices: PriceStore }) {
  useAppearance();
  useEffect(holdPresence, []);
  const field = useRef<HTMLInputElement>(null);
  const actions = useWatchlistActions(field);
  const search = useFeedSearch(actions.add);

  return (
    <PriceStoreContext value={prices}>
      <Header field={field} search={search} />
      <main onKeyDown={actions.onKeyDown}>
        <AccessBanner />
        {search.isOpen && <SearchResults search={search} />}
        {/* Only hidden while searching: it keeps its place and its figures. */}
        <div className="watchlist" hidden={search.isOpen}>
          <Watchlist
            onRemove={actions.remove}
            onShowOnBadge={actions.showOnBadge}
            onSearch={actions.focusSearch}
          />
        </div>
        <Toast notice={actions.notice} onUndo={actions.undo} onGone={actions.dismiss} />
      </main>
      <ConnectionFooter />
    </PriceStoreContext>
  );
}
