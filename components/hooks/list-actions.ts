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
import type { LoadedActions } from './action-types.ts';
import type { Notice } from './notice.ts';

/** @param shownGroup returns the group whose tab is selected */
export function createListActions(
  onNotice: (notice: Notice | null) => void,
  announce: (text: string) => void,
  shownGroup: () => Group | null,
): LoadedActions {
  const notices = createNotices(onNotice);
  return {
    undo: notices.undo,
    dismiss: () => notices.show(null),
    add: (feed) => add(feed, shownGroup(), notices),
    remove: (id) => remove(id, notices),
    removeHere: (id) => {
      const group = shownGroup();
      return group ? removeFromGroup(id, group, notices) : remove(id, notices);
    },
    replace: (id, feed) => replace(id, feed, notices),
    deleteGroup: (id) => removeGroup(id, notices),
    async showOnBadge(id) {
      notices.show(null);
      await badgeFeedId.setValue(id);
    },
    async shift(id, by) {
      const moved = await shiftFeed(id, by, shownGroup()?.id ?? null);
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

async function nameOf(id: string): Promise<string> {
  const [known, names] = await Promise.all([followedFeeds.getValue(), rowNames.getValue()]);
  return names[id] ?? feedName(known[id], id).symbol;
}
