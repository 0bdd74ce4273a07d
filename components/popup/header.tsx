import { useState, type RefObject } from 'react';
import { openOptions } from '@/lib/pages.ts';
import { refreshRequestedAt } from '@/lib/storage/connection.ts';
import { CloseIcon, OptionsIcon, RefreshIcon, SearchIcon } from '../icons.tsx';
import type { FeedSearch } from './use-feed-search.ts';

interface HeaderProps {
  field: RefObject<HTMLInputElement | null>;
  search: FeedSearch;
}

/** The search field, refresh, and the way to the options. */
export function Header({ field, search }: HeaderProps) {
  return (
    <header>
      <h1 className="visually-hidden">Pricelight</h1>
      <div className="search" role="search">
        <SearchIcon />
        <input
          ref={field}
          type="search"
          aria-label="Search feeds"
          placeholder="Search feeds"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-controls={search.listId}
          aria-activedescendant={search.activeId}
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
              search.setQuery('');
              field.current?.focus();
            }}
          >
            <CloseIcon />
          </button>
        )}
      </div>
      <RefreshButton />
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

function RefreshButton() {
  const [turns, setTurns] = useState(0);
  const refresh = (): void => {
    setTurns((count) => count + 1);
    void refreshRequestedAt.setValue(Date.now());
  };
  return (
    <button
      type="button"
      className="icon-button refresh"
      aria-label="Refresh"
      title="Refresh"
      onClick={refresh}
    >
      <span style={{ rotate: `${turns}turn` }}>
        <RefreshIcon />
      </span>
    </button>
  );
}
