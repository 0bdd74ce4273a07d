import { useMemo, useState, type KeyboardEvent } from 'react';
import { indexCatalogue, searchCatalogue, type SearchResult } from '@/lib/search-catalogue.ts';
import { catalogue, type Catalogue, type Feed } from '@/lib/storage/catalogue.ts';
import { useStored, type Readable } from '../use-stored.ts';

// The catalogue is large: it is read when the field is first focused, not when the popup opens.
const NOT_YET: Readable<Catalogue | undefined> = {
  getValue: () => Promise.resolve(undefined),
  watch: () => () => undefined,
};

const LIST_ID = 'search-results';

export interface FeedSearch {
  query: string;
  setQuery: (query: string) => void;
  /** To be called when the field is focused. */
  start: () => void;
  /** Whether results stand in place of the watchlist. */
  isOpen: boolean;
  found: SearchResult;
  /** How many feeds there are to search; `undefined` while the catalogue is read. */
  feedCount: number | undefined;
  /** The found feed that Enter adds. */
  activeIndex: number;
  activeId: string | undefined;
  /** The listbox's id; it exists while there is something in it. */
  listId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  add: (feed: Feed) => void;
}

/** The id of an option's element. */
export function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}

/** Searching the catalogue from one field, the listbox pattern's keys included. */
export function useFeedSearch(onAdd: (feed: Feed) => Promise<void>): FeedSearch {
  const [query, setQuery] = useState('');
  const [isStarted, setStarted] = useState(false);
  const [wanted, setWanted] = useState(0);
  const feeds = useStored<Catalogue | undefined>(isStarted ? catalogue : NOT_YET)?.feeds;
  const index = useMemo(() => (feeds ? indexCatalogue(feeds) : []), [feeds]);
  const found = useMemo(() => searchCatalogue(index, query), [index, query]);
  const isOpen = query.trim() !== '';
  const count = found.feeds.length;
  // The catalogue may have shrunk under the chosen place.
  const activeIndex = Math.min(wanted, count - 1);
  const hasActive = isOpen && activeIndex >= 0;

  const change = (next: string): void => {
    setQuery(next);
    setWanted(0);
  };
  const add = (feed: Feed): void => void onAdd(feed);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const active = found.feeds[activeIndex];
    if (event.key === 'Escape') change('');
    else if (event.key === 'ArrowDown' && count > 0) setWanted((activeIndex + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setWanted((activeIndex - 1 + count) % count);
    else if (event.key === 'Enter' && active) add(active);
    else return;
    // Escape would close the whole popup.
    event.preventDefault();
  };

  return {
    query,
    setQuery: change,
    start: () => setStarted(true),
    isOpen,
    found,
    feedCount: feeds?.length,
    activeIndex,
    activeId: hasActive ? optionId(activeIndex) : undefined,
    listId: isOpen && count > 0 ? LIST_ID : undefined,
    onKeyDown,
    add,
  };
}
