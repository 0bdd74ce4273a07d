import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { afterFrame } from './after-paint.ts';
import type { ListActions } from './action-types.ts';
import { createLazyActions } from './lazy-actions.ts';
import type { Notice } from './notice.ts';

export interface WatchlistActions extends Omit<ListActions, 'selectGroup'> {
  focusSearch: () => void;
}

interface WatchlistState {
  notice: Notice | null;
  /** Read out by screen readers only. */
  announcement: string;
  actions: WatchlistActions;
}

/** @param group the selected tab's; `null`: all */
export function useWatchlistActions(
  field: RefObject<HTMLInputElement | null>,
  group: Group | null,
): WatchlistState {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [announcement, announce] = useState('');
  // Created once, so that switching tabs does not re-render every row.
  const [{ selectGroup, preload, ...listActions }] = useState(() =>
    createLazyActions(setNotice, announce),
  );
  useEffect(() => selectGroup(group), [selectGroup, group]);
  useEffect(() => afterFrame(preload), [preload]);
  const focusSearch = useCallback(() => field.current?.focus(), [field]);
  const [actions] = useState(() => ({ ...listActions, focusSearch }));
  return { notice, announcement, actions };
}
