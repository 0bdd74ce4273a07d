import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { feedName } from '@/lib/prices/feed-name.ts';
import type { Feed } from '@/lib/storage/catalogue.ts';
import { badgeFeedId } from '@/lib/storage/watchlist.ts';
import {
  addToWatchlist,
  removeFromWatchlist,
  restoreToWatchlist,
  type RemovedFeed,
} from '@/lib/watchlist.ts';

/** What was just done, in words, and how to take it back where that is offered. */
export interface Notice {
  text: string;
  removed: RemovedFeed | null;
}

/** What the user can do to the watchlist. Each action ends the offer to undo the one before. */
export function useWatchlistActions(field: RefObject<HTMLInputElement | null>) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const shown = useRef<Notice | null>(null);

  const show = useCallback((next: Notice | null) => {
    shown.current = next;
    setNotice(next);
  }, []);

  const add = useCallback(
    async (feed: Feed) => {
      const { symbol } = feedName(feed.attributes, feed.id);
      const isAdded = await addToWatchlist(feed);
      const text = isAdded ? `${symbol} added to the watchlist` : 'The watchlist is full';
      show({ text, removed: null });
    },
    [show],
  );

  const remove = useCallback(
    async (id: string) => {
      const removed = await removeFromWatchlist(id);
      if (!removed) return;
      show({ text: `${feedName(removed.attributes, id).symbol} removed`, removed });
    },
    [show],
  );

  const undo = useCallback(async () => {
    const removed = shown.current?.removed;
    if (!removed) return;
    show(null);
    await restoreToWatchlist(removed);
  }, [show]);

  const showOnBadge = useCallback(
    async (id: string) => {
      show(null);
      await badgeFeedId.setValue(id);
    },
    [show],
  );

  return {
    notice,
    add,
    remove,
    undo,
    showOnBadge,
    dismiss: useCallback(() => show(null), [show]),
    focusSearch: useCallback(() => field.current?.focus(), [field]),
    onKeyDown: useCallback(
      (event: KeyboardEvent) => {
        if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
        event.preventDefault();
        void undo();
      },
      [undo],
    ),
  };
}
