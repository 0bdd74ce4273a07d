import { useRef } from 'react';
import { AccessBanner } from './access-banner.tsx';
import { Header } from './header.tsx';
import { SearchResults } from './search-results.tsx';
import { Toast } from './toast.tsx';
import { useFeedSearch } from './use-feed-search.ts';
import { useWatchlistActions } from './use-watchlist-actions.ts';
import { Watchlist } from './watchlist.tsx';

/** The watchlist and the search over it. */
export function ListView({ isHidden }: { isHidden: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const actions = useWatchlistActions(field);
  const search = useFeedSearch(actions.add);

  return (
    <div className="view" hidden={isHidden}>
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
    </div>
  );
}
