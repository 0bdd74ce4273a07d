import type { KeyboardEvent } from 'react';
import { feedName } from '@/lib/prices/feed-name.ts';
import { followedFeeds, type Feed } from '@/lib/storage/catalogue.ts';
import { listView, rowNames, type Group } from '@/lib/storage/view.ts';
import { badgeFeedId } from '@/lib/storage/watchlist.ts';
import type { FeedId } from '@/lib/units.ts';
import { shiftFeed } from '@/lib/watchlist/feed-order.ts';
import { deleteGroup, restoreGroup, restoreMember, setMembership } from '@/lib/watchlist/groups.ts';
import {
  addToList,
  removeFromWatchlist,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
} from '@/lib/watchlist/watchlist.ts';
import { questionOfAlerts } from './alerts-left.ts';
import type { Notice } from './notice.ts';

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

export function createListActions(
  onNotice: (notice: Notice | null) => void,
  announce: (text: string) => void,
): ListActions {
  const notices = createNotices(onNotice);
  let shownGroup: Group | null = null;
  return {
    announce,
    undo: notices.undo,
    dismiss: () => notices.show(null),
    onKeyDown: undoKey(notices.undo),
    selectGroup: (group) => {
      shownGroup = group;
    },
    add: (feed) => add(feed, shownGroup, notices),
    remove: (id) => remove(id, notices),
    removeHere: (id) =>
      shownGroup ? removeFromGroup(id, shownGroup, notices) : remove(id, notices),
    replace: (id, feed) => replace(id, feed, notices),
    deleteGroup: (id) => removeGroup(id, notices),
    async showOnBadge(id) {
      notices.show(null);
      await badgeFeedId.setValue(id);
    },
    async shift(id, by) {
      const moved = await shiftFeed(id, by, shownGroup?.id ?? null);
      if (moved) announce(`${await nameOf(id)} is now ${moved.place} of ${moved.count}`);
    },
  };
}

interface Notices {
  show: (notice: Notice | null) => void;
  /** Shows that a feed is gone, then asks what becomes of its alerts, if it has any. */
  showRemoval: (feedId: FeedId, removal: Removal) => Promise<void>;
  undo: () => Promise<void>;
}

interface Removal {
  text: string;
  /** Possessive, for the question about the feed's alerts. */
  whose: string;
  undo: () => Promise<unknown>;
}

function createNotices(onNotice: (notice: Notice | null) => void): Notices {
  let shown: Notice | null = null;
  const show = (notice: Notice | null): void => {
    shown = notice;
    onNotice(notice);
  };
  return {
    show,
    async showRemoval(feedId, removal) {
      show({ text: removal.text, undo: removal.undo });
      const question = await questionOfAlerts({ ...removal, feedId, show });
      // Skip the question if another action followed, or this one was undone.
      if (question && shown?.undo === removal.undo) show(question);
    },
    async undo() {
      const undoShown = shown?.undo;
      if (!undoShown) return;
      show(null);
      await undoShown();
    },
  };
}

async function add(feed: Feed, group: Group | null, { show }: Notices): Promise<void> {
  const { symbol } = feedName(feed.attributes, feed.id);
  const place = group ? group.name : 'the watchlist';
  const text = {
    added: `${symbol} added to ${place}`,
    there: `${symbol} is ${group ? 'in' : 'on'} ${place} already`,
    full: 'The watchlist is full',
  }[await addToList(feed, group?.id ?? null)];
  show({ text, undo: null });
}

async function remove(id: string, { showRemoval }: Notices): Promise<void> {
  const text = `${await nameOf(id)} removed`;
  const removed = await removeFromWatchlist(id);
  if (!removed) return;
  await showRemoval(id, { text, whose: 'its', undo: () => restoreToWatchlist(removed) });
}

async function removeFromGroup(id: string, group: Group, { show }: Notices): Promise<void> {
  const index = group.feedIds.indexOf(id);
  const text = `${await nameOf(id)} removed from ${group.name}`;
  await setMembership(group.id, id, false);
  show({ text, undo: () => restoreMember({ groupId: group.id, index }, id) });
}

async function replace(id: string, feed: Feed, { showRemoval }: Notices): Promise<void> {
  const before = await nameOf(id);
  const replaced = await replaceInWatchlist(id, feed);
  if (!replaced) return;
  const { symbol } = feedName(feed.attributes, feed.id);
  const text = `${symbol} took the place of ${before}`;
  await showRemoval(id, { text, whose: `${before}’s`, undo: () => undoReplacement(replaced) });
}

async function removeGroup(id: string, { show }: Notices): Promise<void> {
  const deleted = await deleteGroup(id);
  if (!deleted) return;
  const undo = async (): Promise<void> => {
    await restoreGroup(deleted);
    await listView.update((view) => ({ ...view, groupId: id }));
  };
  show({ text: `Group ${deleted.group.name} deleted`, undo });
}

function undoKey(undo: () => Promise<void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    void undo();
  };
}

async function nameOf(id: string): Promise<string> {
  const [known, names] = await Promise.all([followedFeeds.getValue(), rowNames.getValue()]);
  return names[id] ?? feedName(known[id], id).symbol;
}
