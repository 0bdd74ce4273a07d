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

export type FeedSearch = ReturnType<typeof useFeedSearch>;

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
export function useFeedSearch({ onAdd, onReplace }: Choices) {
  const { close, ...typed } = useTypedText();
  const { isOpen, takeText } = typed;
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const keys = useRef<KeyHandler>(null);

  const replace = useCallback(
    (next: Replacing, query: string) => {
      setReplacing(next);
      takeText(query);
    },
    [takeText],
  );
  const takeKeys = useCallback((handler: KeyHandler | null) => {
    keys.current = handler;
  }, []);
  const end = (): void => {
    close();
    setReplacing(null);
  };

  return {
    ...typed,
    end,
    /** What the picked feed replaces; `null`: the picked feed is added. */
    replacing,
    replace,
    pick: (feed: Feed): void => {
      if (replacing === null) return void onAdd(feed);
      end();
      void onReplace(replacing, feed);
    },
    shown: isOpen ? shown : NOTHING_SHOWN,
    setShown,
    /** Sets the handler for the field's keys; `null` removes it. */
    takeKeys,
    onKeyDown: (event: KeyboardEvent): void => {
      if (!isOpen || event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') end();
      else if (!keys.current?.((event.shiftKey ? 'Shift+' : '') + event.key)) return;
      // By default, Escape would close the whole popup.
      event.preventDefault();
    },
  };
}

function useTypedText() {
  const [query, fill] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const takeText = useCallback((text: string, wasEntered = false) => {
    setOpen(true);
    setEntered(wasEntered);
    fill(text);
  }, []);
  return {
    query,
    /** Opens the search with a text. @param wasEntered whether Enter was already pressed for it */
    takeText,
    isEntered,
    /** Whether results or suggestions replace the watchlist. */
    isOpen,
    start: () => setOpen(true),
    close: (): void => {
      takeText('');
      setOpen(false);
    },
    /** Separates the lines of a pasted list: by default, the field would join them. */
    onPaste: (event: ClipboardEvent<HTMLInputElement>): void => {
      const lines = event.clipboardData.getData('text').trim().slice(0, LONGEST_PASTE);
      if (!/[\r\n\t]/.test(lines)) return;
      event.preventDefault();
      const { currentTarget: field } = event;
      const list = lines.replaceAll(/\s*[\r\n\t]+\s*/g, ', ');
      field.setRangeText(list, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      takeText(field.value);
    },
  };
}
