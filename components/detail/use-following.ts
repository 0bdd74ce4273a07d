import { useCallback, useRef, useState } from 'react';
import {
  addToWatchlist,
  removeFromWatchlist,
  restoreToWatchlist,
  type RemovedFeed,
} from '@/lib/watchlist/watchlist.ts';
import { questionOfAlerts } from '../shared/alerts-left.ts';
import type { Notice } from '../hooks/use-watchlist-actions.ts';
import type { FeedFacts } from '../hooks/use-feed.ts';

/** Following the feed and not; alerts on a feed that is followed no more are asked about. */
export function useFollowing(id: string, symbol: string, { attributes }: FeedFacts) {
  const removed = useRef<RemovedFeed | null>(null);
  const [notice, show] = useState<Notice | null>(null);
  const [isFull, setFull] = useState(false);
  const dismiss = useCallback(() => show(null), []);

  const follow = async (): Promise<void> => {
    dismiss();
    const isAdded = removed.current
      ? await restoreToWatchlist(removed.current)
      : await addToWatchlist({ id, attributes });
    if (isAdded) removed.current = null;
    setFull(!isAdded);
  };
  const unfollow = async (): Promise<void> => {
    const gone = await removeFromWatchlist(id);
    removed.current = gone;
    if (!gone) return;
    const text = `${symbol} removed`;
    const undo = (): Promise<unknown> => restoreToWatchlist(gone);
    const question = await questionOfAlerts({ feedId: id, text, whose: 'its', undo, show });
    // The button beside takes it back: without alerts there is nothing more to say.
    if (removed.current === gone) show(question);
  };
  const undo = async (): Promise<void> => {
    dismiss();
    await notice?.undo?.();
  };
  return { follow, unfollow, isFull, notice, undo, dismiss };
}
