import type { KeyboardEvent } from 'react';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';

/** Actions on the watchlist that need no component. Each one replaces the previous one's undo. */
export interface ListActions {
  /** Sets the group whose tab is selected. */
  selectGroup: (group: Group | null) => void;
  add: (feed: Feed) => Promise<void>;
  /** Removes a feed from the selected group, or from the watchlist if the "All" tab is selected. */
  removeHere: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  replace: (id: string, feed: Feed) => Promise<void>;
  deleteGroup: (id: string) => Promise<void>;
  showOnBadge: (id: string) => Promise<void>;
  /** Moves a feed within the order of the selected tab. */
  shift: (id: string, by: number) => Promise<void>;
  /** Announces a message to assistive technology without showing it. */
  announce: (text: string) => void;
  undo: () => Promise<void>;
  dismiss: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The actions that are loaded when the first of them is needed; see `createLazyActions`. */
export type LoadedActions = Omit<ListActions, 'selectGroup' | 'announce' | 'onKeyDown'>;
