import { useCallback, useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { shiftFeed } from '@/lib/watchlist/feed-order.ts';
import { deleteGroup, restoreGroup, restoreMember, setMembership } from '@/lib/watchlist/groups.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds, type Feed } from '@/lib/storage/catalogue.ts';
import { listView, rowNames, type Group } from '@/lib/storage/view.ts';
import { badgeFeedId } from '@/lib/storage/watchlist.ts';
import {
  addToList,
  removeFromWatchlist,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
} from '@/lib/watchlist/watchlist.ts';
import { questionOfAlerts } from '../shared/alerts-left.ts';

/** A message about the last action, with a way to undo it if there is one. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** Answers to the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}

/** Actions on the watchlist. Each action replaces the previous action's undo. */
export interface WatchlistActions {
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
  focusSearch: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
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
  const [{ selectGroup, ...listActions }] = useState(() => createActions(setNotice, announce));
  useEffect(() => selectGroup(group), [selectGroup, group]);
  const focusSearch = useCallback(() => field.current?.focus(), [field]);
  const [actions] = useState(() => ({ ...listActions, focusSearch }));
  return { notice, announcement, actions };
}

type ListActions = Omit<WatchlistActions, 'focusSearch'> & {
  /** Sets the group whose tab is selected. */
  selectGroup: (group: Group | null) => void;
};

function createActions(
  onNotice: (notice: Notice | null) => void,
  announce: (text: string) => void,
): ListActions {
  let shownGroup: Group | null = null;
  let shown: Notice | null = null;

  function show(notice: Notice | null): void {
    shown = notice;
    onNotice(notice);
  }

  async function remove(id: string): Promise<void> {
    const text = `${await nameOf(id)} removed`;
    const removed = await removeFromWatchlist(id);
    if (!removed) return;
    await showRemoval(id, { text, whose: 'its', undo: () => restoreToWatchlist(removed) });
  }

  async function showRemoval(
    feedId: string,
    done: { text: string; whose: string; undo: () => Promise<unknown> },
  ): Promise<void> {
    show({ text: done.text, undo: done.undo });
    const question = await questionOfAlerts({ ...done, feedId, show });
    // Skip the question if another action followed, or this one was undone.
    if (question && shown?.undo === done.undo) show(question);
  }

  async function undo(): Promise<void> {
    const undoShown = shown?.undo;
    if (!undoShown) return;
    show(null);
    await undoShown();
  }

  return {
    remove,
    undo,
    announce,
    dismiss: () => show(null),
    selectGroup: (group) => {
      shownGroup = group;
    },
    async add(feed) {
      const group = shownGroup;
      const { symbol } = feedName(feed.attributes, feed.id);
      const place = group ? group.name : 'the watchlist';
      const text = {
        added: `${symbol} added to ${place}`,
        there: `${symbol} is ${group ? 'in' : 'on'} ${place} already`,
        full: 'The watchlist is full',
      }[await addToList(feed, group?.id ?? null)];
      show({ text, undo: null });
    },
    async removeHere(id) {
      const group = shownGroup;
      if (!group) return remove(id);
      const index = group.feedIds.indexOf(id);
      const text = `${await nameOf(id)} removed from ${group.name}`;
      await setMembership(group.id, id, false);
      show({ text, undo: () => restoreMember({ groupId: group.id, index }, id) });
    },
    async replace(id, feed) {
      const before = await nameOf(id);
      const replaced = await replaceInWatchlist(id, feed);
      if (!replaced) return;
      const { symbol } = feedName(feed.attributes, feed.id);
      const text = `${symbol} took the place of ${before}`;
      const whose = `${before}’s`;
      await showRemoval(id, { text, whose, undo: () => undoReplacement(replaced) });
    },
    async deleteGroup(id) {
      const deleted = await deleteGroup(id);
      if (!deleted) return;
      const text = `Group ${deleted.group.name} deleted`;
      show({
        text,
        undo: async () => {
          await restoreGroup(deleted);
          await listView.update((view) => ({ ...view, groupId: id }));
        },
      });
    },
    async showOnBadge(id) {
      show(null);
      await badgeFeedId.setValue(id);
    },
    async shift(id, by) {
      const moved = await shiftFeed(id, by, shownGroup?.id ?? null);
      if (moved) announce(`${await nameOf(id)} is now ${moved.place} of ${moved.count}`);
    },
    onKeyDown(event) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      void undo();
    },
  };
}

async function nameOf(id: string): Promise<string> {
  const [known, names] = await Promise.all([followedFeeds.getValue(), rowNames.getValue()]);
  return names[id] ?? feedName(known[id], id).symbol;
}
