import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import type { Feed } from '@/lib/storage/catalogue.ts';

/** What the field is told by the list of results, which is loaded when the field is first used. */
export interface ShownResults {
  /** The listbox's id; it exists while there is something in it. */
  listId?: string;
  /** The id of the found feed that Enter takes. */
  activeId?: string;
}

/** What the results do with a key; whether it was theirs. */
export type KeyHandler = (key: string) => boolean;

export interface FeedSearch {
  query: string;
  setQuery: (query: string) => void;
  /** To be called when the field is focused. */
  start: () => void;
  isStarted: boolean;
  /** Whether results stand in place of the watchlist. */
  isOpen: boolean;
  /** The followed feed that what is picked takes the place of; `null`: it is added. */
  replacing: string | null;
  /** Opens the search for a replacement. */
  replace: (id: string, query: string) => void;
  end: () => void;
  pick: (feed: Feed) => void;
  shown: ShownResults;
  setShown: (shown: ShownResults) => void;
  /** Takes the keys of the field from now on; `null`: no longer. */
  takeKeys: (handler: KeyHandler | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface Choices {
  onAdd: (feed: Feed) => Promise<void>;
  onReplace: (id: string, feed: Feed) => Promise<void>;
}

const NOTHING_SHOWN: ShownResults = {};

/** The search's own state: the field's part, without what finds and shows the feeds. */
export function useFeedSearch({ onAdd, onReplace }: Choices): FeedSearch {
  const [query, setQuery] = useState('');
  const [isStarted, setStarted] = useState(false);
  const [replacing, setReplacing] = useState<string | null>(null);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const keys = useRef<KeyHandler>(null);
  const isOpen = query.trim() !== '' || replacing !== null;

  const takeKeys = useCallback((handler: KeyHandler | null) => {
    keys.current = handler;
  }, []);
  const start = useCallback(() => setStarted(true), []);
  const replace = useCallback((id: string, wanted: string) => {
    setStarted(true);
    setReplacing(id);
    setQuery(wanted);
  }, []);

  const end = (): void => {
    setQuery('');
    setReplacing(null);
  };

  const pick = (feed: Feed): void => {
    if (replacing === null) return void onAdd(feed);
    end();
    void onReplace(replacing, feed);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end();
    else if (!keys.current?.(event.key)) return;
    // Escape would close the whole popup.
    event.preventDefault();
  };

  return {
    query,
    setQuery,
    start,
    isStarted,
    isOpen,
    replacing,
    replace,
    end,
    pick,
    shown: isOpen ? shown : NOTHING_SHOWN,
    setShown,
    takeKeys,
    onKeyDown,
  };
}
