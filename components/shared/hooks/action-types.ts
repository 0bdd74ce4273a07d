import type { KeyboardEvent } from 'react';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';

/** Actions that work without a component. Each one replaces the previous one's undo. */
export interface ListActions {
  /** Sets the selected tab; `null`: all. */
  selectGroup: (group: Group | null) => void;
  add: (feed: Feed) => Promise<void>;
  /** Removes from the selected group, or from the watchlist in the "All" tab. */
  removeHere: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  replace: (id: string, feed: Feed) => Promise<void>;
  deleteGroup: (id: string) => Promise<void>;
  showOnBadge: (id: string) => Promise<void>;
  /** Moves a feed within the selected tab's order. */
  shift: (id: string, by: number) => Promise<void>;
  /** For assistive technology only. */
  announce: (text: string) => void;
  undo: () => Promise<void>;
  dismiss: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Loaded when the first action is needed; see `createLazyActions`. */
export type LoadedActions = Omit<ListActions, 'selectGroup' | 'announce' | 'onKeyDown'>;
