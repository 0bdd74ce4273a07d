import { useRef, useState } from 'react';
import {
  addToWatchlist,
  removeFromWatchlist,
  restoreToWatchlist,
  type RemovedFeed,
} from '@/lib/pages/watchlist/watchlist.ts';
import { questionOfAlerts } from '../shared/hooks/alerts-left.ts';
import { showPageNotice } from '../shared/page-notice.ts';
import type { FeedEntry } from '../shared/hooks/use-feed.ts';

/** Adds the feed to the watchlist or removes it; a removal asks what to do with its alerts. */
export function useFollowing(id: string, symbol: string, { attributes }: FeedEntry) {
  const removed = useRef<RemovedFeed | null>(null);
  const [isFull, setFull] = useState(false);

  const follow = async (): Promise<void> => {
    showPageNotice(null);
    const isAdded = removed.current
      ? await restoreToWatchlist(removed.current)
      : await addToWatchlist({ id, attributes });
    if (isAdded) removed.current = null;
    setFull(!isAdded);
  };
  const unfollow = async (): Promise<void> => {
    const removal = await removeFromWatchlist(id);
    removed.current = removal;
    if (!removal) return;
    const undo = (): Promise<unknown> => restoreToWatchlist(removal);
    const question = await questionOfAlerts({ feedId: id, name: symbol, undo });
    // The button itself undoes the removal, so without alerts there is nothing to ask.
    if (removed.current === removal) showPageNotice(question);
  };
  return { follow, unfollow, isFull };
}
