import type { KeyboardEvent } from 'react';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { undoPageNotice } from '../page-notice.ts';
import { isUndoKey } from '../undo-key.ts';
import type { ListActions, LoadedActions } from './action-types.ts';
import type { Notice } from './notice.ts';

/** The actions' code is loaded by `preload` or by the first action. */
export function createLazyActions(
  onNotice: (notice: Notice | null) => void,
  announce: (text: string) => void,
): ListActions & { preload: () => void } {
  let shownGroup: Group | null = null;
  let loaded: LoadedActions | undefined;
  const load = async (): Promise<LoadedActions> => {
    const { createListActions } = await import('./list-actions.ts');
    return (loaded ??= createListActions(onNotice, announce, () => shownGroup));
  };
  const undo = async (): Promise<void> => (await load()).undo();
  return {
    preload: () => void load(),
    announce,
    undo,
    dismiss: () => loaded?.dismiss(),
    onKeyDown: undoKey(undo),
    selectGroup: (group) => {
      shownGroup = group;
    },
    add: async (feed) => (await load()).add(feed),
    remove: async (id) => (await load()).remove(id),
    removeHere: async (id) => (await load()).removeHere(id),
    replace: async (id, feed) => (await load()).replace(id, feed),
    deleteGroup: async (id) => (await load()).deleteGroup(id),
    showOnBadge: async (id) => (await load()).showOnBadge(id),
    shift: async (id, by) => (await load()).shift(id, by),
  };
}

function undoKey(undo: () => Promise<void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isUndoKey(event)) return;
    event.preventDefault();
    // A notice over the page belongs to the last action.
    if (!undoPageNotice()) void undo();
  };
}
