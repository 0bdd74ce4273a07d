import { useCallback, useMemo, useState } from 'react';
import type { WatchlistActions } from '../../shared/hooks/use-watchlist-actions.ts';

/** A menu or dialog that can open over the list. */
type Overlay =
  | { kind: 'period' | 'view' | 'page' }
  /** `null`: the tab of all prices. */
  | { kind: 'group'; groupId: string | null }
  | { kind: 'row'; id: string }
  | { kind: 'rename-row'; id: string }
  | { kind: 'holding'; id: string }
  | { kind: 'new-group'; create: (name: string) => Promise<unknown> }
  | { kind: 'rename-group'; groupId: string }
  | { kind: 'export' }
  | { kind: 'shortcuts' };

/** An overlay and the element that opened it. */
export type OpenOverlay = Overlay & { opener: HTMLElement };

export interface Overlays {
  current: OpenOverlay | null;
  open: (overlay: Overlay, opener: HTMLElement) => void;
  /** Closes the overlay and returns the focus to its opener. */
  close: () => void;
  actions: WatchlistActions;
}

/** Only one overlay is open at a time. */
export function useOverlays(actions: WatchlistActions): Overlays {
  const [current, setCurrent] = useState<OpenOverlay | null>(null);
  // A stable reference, so that opening a menu does not re-render the rows.
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
        // The chosen action may have removed the opener.
        if (current?.opener.isConnected) current.opener.focus();
      },
    }),
    [current, actions, open],
  );
}
