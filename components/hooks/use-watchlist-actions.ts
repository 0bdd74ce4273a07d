import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { Group } from '@/lib/storage/view.ts';
import { createListActions, type ListActions } from './list-actions.ts';
import type { Notice } from './notice.ts';

/** Actions on the watchlist. */
export interface WatchlistActions extends Omit<ListActions, 'selectGroup'> {
  focusSearch: () => void;
}

export interface WatchlistState {
  notice: Notice | null;
  /** Message for assistive technology only. */
  announcement: string;
  actions: WatchlistActions;
}

/** @param group the group whose tab is selected; `null`: all */
export function useWatchlistActions(
  field: RefObject<HTMLInputElement | null>,
  group: Group | null,
): WatchlistState {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [announcement, announce] = useState('');
  // Created once, so that selecting another tab does not re-render every row.
  const [{ selectGroup, ...listActions }] = useState(() => createListActions(setNotice, announce));
  useEffect(() => selectGroup(group), [selectGroup, group]);
  const focusSearch = useCallback(() => field.current?.focus(), [field]);
  const [actions] = useState(() => ({ ...listActions, focusSearch }));
  return { notice, announcement, actions };
}
