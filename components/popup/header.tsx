import type { RefObject } from 'react';
import { openOptions } from '@/lib/pages/open-page.ts';
import { BellIcon, CloseIcon, OptionsIcon, SearchIcon, ViewIcon } from '../shared/icons.tsx';
import { UnseenPlace } from './fired-place.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { routeHash } from '../shared/route.ts';
import type { FeedSearch } from './use-feed-search.ts';
import type { Overlays } from './use-overlays.ts';

interface HeaderProps {
  field: RefObject<HTMLInputElement | null>;
  search: FeedSearch;
  overlays: Overlays;
}

/** Group tabs, search field, view menu, and links to alerts and options. */
export function Header({ field, search, overlays }: HeaderProps) {
  return (
    <header className={search.isOpen ? 'searching' : undefined}>
      <h1 className="visually-hidden">Pricelight</h1>
      <GroupTabs overlays={overlays} />
      <SearchField field={field} search={search} />
      <button
        type="button"
        className="icon-button"
        aria-label="View"
        title="Sort, density and groups"
        aria-haspopup="menu"
        aria-expanded={overlays.current?.kind === 'view'}
        onClick={(event) => overlays.open({ kind: 'view' }, event.currentTarget)}
      >
        <ViewIcon />
      </button>
      <a className="icon-button header-bell" href={routeHash({ view: 'alerts' })} title="Alerts">
        <BellIcon />
        <span className="visually-hidden">Alerts</span>
        <UnseenPlace />
      </a>
      <button
        type="button"
        className="icon-button"
        aria-label="Options"
        title="Options"
        onClick={() => void openOptions()}
      >
        <OptionsIcon />
      </button>
    </header>
  );
}

/** As narrow as an icon until it is used; then it covers the tabs. */
function SearchField({ field, search }: Pick<HeaderProps, 'field' | 'search'>) {
  return (
    <div className="search" role="search">
      <SearchIcon />
      <input
        ref={field}
        type="search"
        aria-label="Search feeds"
        title="Search feeds"
        placeholder="Search feeds"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-controls={search.shown.listId}
        aria-activedescendant={search.shown.activeId}
        value={search.query}
        onFocus={search.start}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={search.onKeyDown}
      />
      {search.isOpen && (
        <button
          type="button"
          className="icon-button"
          aria-label="Clear search"
          onClick={() => {
            search.end();
            field.current?.focus();
          }}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
