import { useCallback, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';

/** State that the lazily loaded result list reports to the search field. */
interface ShownResults {
  /** Id of the listbox; absent while there are no results. */
  listId?: string;
  /** Id of the result that Enter picks. */
  activeId?: string;
}

/** Handles a key for the results, such as `Shift+Enter`; returns whether it was handled. */
type KeyHandler = (key: string) => boolean;

export interface FeedSearch {
  query: string;
  setQuery: (query: string) => void;
  start: () => void;
  /** Opens the search with a text that was typed elsewhere. */
  takeText: (text: string, isEntered: boolean) => void;
  /** Whether Enter was already pressed for this text. */
  isEntered: boolean;
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
  /** Separates the lines of a pasted list: by default, the field would join them. */
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
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

const LONGEST_PASTE = 2_000;

const NOTHING_SHOWN: ShownResults = {};

/** State of the search field, without the lazily loaded code that finds and shows feeds. */
export function useFeedSearch({ onAdd, onReplace }: Choices): FeedSearch {
  const { close, ...typed } = useTypedText();
  const { isOpen, setQuery } = typed;
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const keys = useRef<KeyHandler>(null);

  const takeKeys = useCallback((handler: KeyHandler | null) => {
    keys.current = handler;
  }, []);
  const replace = useCallback(
    (next: Replacing, replacementQuery: string) => {
      setReplacing(next);
      setQuery(replacementQuery);
    },
    [setQuery],
  );

  const end = (): void => {
    close();
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
    else if (!keys.current?.((event.shiftKey ? 'Shift+' : '') + event.key)) return;
    // By default, Escape would close the whole popup.
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = withPastedList(event);
    if (text === null) return;
    event.preventDefault();
    setQuery(text);
  };

  return {
    ...typed,
    replacing,
    replace,
    end,
    pick,
    shown: isOpen ? shown : NOTHING_SHOWN,
    setShown,
    takeKeys,
    onKeyDown,
    onPaste,
  };
}

function useTypedText() {
  const [query, fill] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const start = useCallback(() => setOpen(true), []);
  const takeText = useCallback((text: string, wasEntered: boolean) => {
    setOpen(true);
    setEntered(wasEntered);
    fill(text);
  }, []);
  const setQuery = useCallback((text: string) => takeText(text, false), [takeText]);
  const close = (): void => {
    takeText('', false);
    setOpen(false);
  };
  return { query, isEntered, isOpen, start, takeText, setQuery, close };
}

/** The field's text with the pasted lines, separated by commas; `null` if there is one line. */
function withPastedList(event: ClipboardEvent<HTMLInputElement>): string | null {
  const lines = event.clipboardData.getData('text').trim().slice(0, LONGEST_PASTE);
  if (!/[\r\n\t]/.test(lines)) return null;
  const { selectionStart: start, selectionEnd: end, value } = event.currentTarget;
  const list = lines.replaceAll(/\s*[\r\n\t]+\s*/g, ', ');
  return value.slice(0, start ?? 0) + list + value.slice(end ?? value.length);
}
