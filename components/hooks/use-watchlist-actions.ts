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

/** What was just done, in words, and how to take it back where that is offered. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** A question and its answers: it stays until one is chosen. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}

/** What the user can do to the list. Each action ends the offer to undo the one before. */
export interface WatchlistActions {
  add: (feed: Feed) => Promise<void>;
  /** Out of the group whose tab is selected; where that is "All", off the watchlist. */
  removeHere: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  replace: (id: string, feed: Feed) => Promise<void>;
  deleteGroup: (id: string) => Promise<void>;
  showOnBadge: (id: string) => Promise<void>;
  /** Moves a feed in the order that the selected tab shows. */
  shift: (id: string, by: number) => Promise<void>;
  /** Says what happened, without taking any room. */
  say: (text: string) => void;
  undo: () => Promise<void>;
  dismiss: () => void;
  focusSearch: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface WatchlistState {
  notice: Notice | null;
  /** For assistive technology alone. */
  said: string;
  actions: WatchlistActions;
}

/** @param group the group whose tab is selected; `null`: all */
export function useWatchlistActions(
  field: RefObject<HTMLInputElement | null>,
  group: Group | null,
): WatchlistState {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [said, say] = useState('');
  // Made once, so that no row is drawn because another tab was selected.
  const [{ follow, ...own }] = useState(() => createActions(setNotice, say));
  useEffect(() => follow(group), [follow, group]);
  const focusSearch = useCallback(() => field.current?.focus(), [field]);
  const [actions] = useState(() => ({ ...own, focusSearch }));
  return { notice, said, actions };
}

type OwnActions = Omit<WatchlistActions, 'focusSearch'> & {
  /** Takes the group whose tab is selected from now on. */
  follow: (group: Group | null) => void;
};

function createActions(
  onNotice: (notice: Notice | null) => void,
  say: (text: string) => void,
): OwnActions {
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
    await showUnfollowed(id, { text, whose: 'its', undo: () => restoreToWatchlist(removed) });
  }

  async function showUnfollowed(
    feedId: string,
    done: { text: string; whose: string; undo: () => Promise<unknown> },
  ): Promise<void> {
    show({ text: done.text, undo: done.undo });
    const question = await questionOfAlerts({ ...done, feedId, show });
    // Something else was done meanwhile, or this was taken back.
    if (question && shown?.undo === done.undo) show(question);
  }

  async function undo(): Promise<void> {
    const takeBack = shown?.undo;
    if (!takeBack) return;
    show(null);
    await takeBack();
  }

  return {
    remove,
    undo,
    say,
    dismiss: () => show(null),
    follow: (group) => {
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
      await showUnfollowed(id, { text, whose, undo: () => undoReplacement(replaced) });
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
      if (moved) say(`${await nameOf(id)} is now ${moved.place} of ${moved.count}`);
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
