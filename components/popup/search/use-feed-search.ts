import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';

/** State that the lazily loaded result list reports to the search field. */
interface ShownResults {
  /** Id of the listbox; absent while there are no results. */
  listId?: string;
  /** Id of the result that Enter picks. */
  activeId?: string;
}

/** Handles a key for the results; returns whether it was handled. */
type KeyHandler = (key: string) => boolean;

export interface FeedSearch {
  query: string;
  setQuery: (query: string) => void;
  start: () => void;
  /** Whether results or suggestions replace the watchlist. */
  isOpen: boolean;
  /** What the picked feed replaces; `null`: the picked feed is added. */
  replacing: Replacing | null;
  replace: (replacing: Replacing, query: string) => void;
  end: () => void;
  pick: (feed: Feed) => void;
  shown: ShownResults;
  setShown: (shown: ShownResults) => void;
  /** Sets the handler for the field's keys; `null` removes it. */
  takeKeys: (handler: KeyHandler | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface Replacing {
  id: FeedId;
  /** The alert that moves to the picked feed; `null`: none does. */
  alertId: string | null;
}

interface Choices {
  onAdd: (feed: Feed) => Promise<void>;
  onReplace: (replacing: Replacing, feed: Feed) => Promise<void>;
}

const NOTHING_SHOWN: ShownResults = {};

/** State of the search field, without the lazily loaded code that finds and shows feeds. */
export function useFeedSearch({ onAdd, onReplace }: Choices): FeedSearch {
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const keys = useRef<KeyHandler>(null);

  const takeKeys = useCallback((handler: KeyHandler | null) => {
    keys.current = handler;
  }, []);
  const start = useCallback(() => setOpen(true), []);
  const replace = useCallback((next: Replacing, replacementQuery: string) => {
    setOpen(true);
    setReplacing(next);
    setQuery(replacementQuery);
  }, []);

  const end = (): void => {
    setOpen(false);
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
    // By default, Escape would close the whole popup.
    event.preventDefault();
  };

  return {
    query,
    setQuery,
    start,
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
