import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { afterFrame } from './after-paint.ts';
import type { ListActions } from './list-actions.ts';

export type WatchlistActions = ReturnType<typeof useWatchlistActions>['actions'];

/** Actions on the list, and what they report. @param group the selected tab's; `null`: all */
export function useWatchlistActions(
  field: RefObject<HTMLInputElement | null>,
  group: Group | null,
) {
  /** Read out by screen readers only. */
  const [announcement, announce] = useState('');
  // Created once, so that switching tabs does not re-render every row.
  const [{ selectGroup, preload, ...listActions }] = useState(() => createLazyActions(announce));
  useEffect(() => selectGroup(group), [selectGroup, group]);
  useEffect(() => afterFrame(preload), [preload]);
  const focusSearch = useCallback(() => field.current?.focus(), [field]);
  const [actions] = useState(() => ({ ...listActions, focusSearch }));
  return { announcement, actions };
}

/** The actions' code is loaded by `preload` or by the first action. */
function createLazyActions(announce: (text: string) => void) {
  let shownGroup: Group | null = null;
  let loaded: ListActions | undefined;
  const load = async (): Promise<ListActions> => {
    const { createListActions } = await import('./list-actions.ts');
    return (loaded ??= createListActions(announce, () => shownGroup));
  };
  return {
    preload: () => void load(),
    /** Sets the selected tab; `null`: all. */
    selectGroup: (group: Group | null): void => {
      shownGroup = group;
    },
    /** For assistive technology only. */
    announce,
    add: async (feed: Feed) => (await load()).add(feed),
    remove: async (id: string) => (await load()).remove(id),
    removeHere: async (id: string) => (await load()).removeHere(id),
    replace: async (id: string, feed: Feed, keepsAlerts: boolean) =>
      (await load()).replace(id, feed, keepsAlerts),
    deleteGroup: async (id: string) => (await load()).deleteGroup(id),
    showOnBadge: async (id: string) => (await load()).showOnBadge(id),
    shift: async (id: string, by: number) => (await load()).shift(id, by),
  };
}
