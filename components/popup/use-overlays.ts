import { useCallback, useMemo, useState } from 'react';
import type { WatchlistActions } from '../hooks/use-watchlist-actions.ts';

/** What may stand over the list: a menu or a question for a name. */
export type Overlay =
  | { kind: 'view' }
  | { kind: 'row'; id: string }
  | { kind: 'rename-row'; id: string }
  /** `feedId`: the first feed of the new group. */
  | { kind: 'new-group'; feedId: string | null }
  | { kind: 'rename-group'; groupId: string }
  | { kind: 'export' };

/** An overlay, and the element that it belongs to. */
export type OpenOverlay = Overlay & { opener: HTMLElement };

export interface Overlays {
  current: OpenOverlay | null;
  open: (overlay: Overlay, opener: HTMLElement) => void;
  /** Gives the focus back to where it was. */
  close: () => void;
  actions: WatchlistActions;
}

/** One overlay at a time over the list. */
export function useOverlays(actions: WatchlistActions): Overlays {
  const [current, setCurrent] = useState<OpenOverlay | null>(null);
  // The same always: rows are not drawn again because a menu opens.
  const open = useCallback(
    (overlay: Overlay, opener: HTMLElement) => setCurrent({ ...overlay, opener }),
    [],
  );
  return useMemo(
    () => ({
      current,
      actions,
      open,
      close: () => {
        setCurrent(null);
        // What it belonged to may have gone by what was chosen.
        if (current?.opener.isConnected) current.opener.focus();
      },
    }),
    [current, actions, open],
  );
}
