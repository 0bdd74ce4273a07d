import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedName, nameOrSymbol } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { listView, rowNames } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { shiftFeed } from '@/lib/pages/watchlist/feed-order.ts';
import {
  deleteGroup,
  restoreGroup,
  restoreMember,
  setMembership,
} from '@/lib/pages/watchlist/groups.ts';
import { showOnBadge } from '@/lib/pages/watchlist/show-on-badge.ts';
import {
  addToList,
  removeFromWatchlist,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
  type RemovedFeed,
} from '@/lib/pages/watchlist/watchlist.ts';
import { plainRemoval, questionOfAlerts, type Removal } from './alerts-left.ts';
import type { Notice } from './notice.ts';

export type ListActions = ReturnType<typeof createListActions>;

/**
 * Each action replaces the previous one's undo. @param shownGroup returns the selected tab's group
 */
export function createListActions(
  onNotice: (notice: Notice | null) => void,
  announce: (text: string) => void,
  shownGroup: () => Group | null,
) {
  const notices = createNotices(onNotice);
  return {
    undo: notices.undo,
    dismiss: () => notices.show(null),
    add: (feed: Feed) => add(feed, shownGroup(), notices),
    remove: (id: string) => remove(id, notices),
    /** Removes from the selected group, or from the watchlist in the "All" tab. */
    removeHere: (id: string) => {
      const group = shownGroup();
      return group ? removeFromGroup(id, group, notices) : remove(id, notices);
    },
    replace: (id: string, feed: Feed) => replace(id, feed, notices),
    deleteGroup: (id: string) => removeGroup(id, notices),
    async showOnBadge(id: string): Promise<void> {
      notices.show(null);
      await showOnBadge(id);
    },
    /** Moves a feed within the selected tab's order. */
    async shift(id: string, by: number): Promise<void> {
      const moved = await shiftFeed(id, by, shownGroup()?.id ?? null);
      if (!moved) return;
      const [place, total] = [formatCount(moved.place), formatCount(moved.count)];
      announce(t('popup.notice.moved', { name: await nameOf(id), place, total }));
    },
  };
}

interface Notices {
  show: (notice: Notice | null) => void;
  /** Shows the notice, then asks what to do with the feed's alerts, if any. */
  showRemoval: (feedId: FeedId, removal: Removal) => Promise<void>;
  undo: () => Promise<void>;
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
      // Skip the question if another action followed, or if this one was undone.
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
  const name = feedName(feed.attributes, feed.id).symbol;
  const outcome = await addToList(feed, group?.id ?? null);
  show({ text: additionText(outcome, name, group), undo: null });
}

function additionText(
  outcome: Awaited<ReturnType<typeof addToList>>,
  name: string,
  group: Group | null,
): string {
  if (outcome === 'full') return t('popup.notice.full');
  const isAdded = outcome === 'added';
  if (!group) return t(isAdded ? 'popup.notice.added' : 'popup.notice.alreadyListed', { name });
  const values = { name, group: group.name };
  return t(isAdded ? 'popup.notice.addedToGroup' : 'popup.notice.alreadyInGroup', values);
}

async function remove(id: string, notices: Notices): Promise<void> {
  const name = await nameOf(id);
  const removed = await removeFromWatchlist(id);
  if (!removed) return;
  await notices.showRemoval(
    id,
    plainRemoval(name, () => restore(removed, notices)),
  );
}

/** If the watchlist is full, the notice offers to undo again. */
async function restore(removed: RemovedFeed, notices: Notices): Promise<void> {
  if (await restoreToWatchlist(removed)) return;
  notices.show({ text: t('popup.notice.full'), undo: () => restore(removed, notices) });
}

async function removeFromGroup(id: string, group: Group, { show }: Notices): Promise<void> {
  const index = group.feedIds.indexOf(id);
  const text = t('popup.notice.removedFromGroup', { name: await nameOf(id), group: group.name });
  await setMembership(group.id, id, false);
  show({ text, undo: () => restoreMember({ groupId: group.id, index }, id) });
}

async function replace(id: string, feed: Feed, { showRemoval }: Notices): Promise<void> {
  const names = { old: await nameOf(id), new: feedName(feed.attributes, feed.id).symbol };
  const replaced = await replaceInWatchlist(id, feed);
  if (!replaced) return;
  await showRemoval(id, {
    text: t('popup.notice.replaced', names),
    askAboutAlerts: (count) => t('popup.notice.replacedKeepAlerts', { ...names, count }),
    alertsDeleted: (count) => t('popup.notice.replacedWithAlerts', { ...names, count }),
    undo: () => undoReplacement(replaced),
  });
}

async function removeGroup(id: string, { show }: Notices): Promise<void> {
  const deleted = await deleteGroup(id);
  if (!deleted) return;
  const undo = async (): Promise<void> => {
    await restoreGroup(deleted);
    await listView.update((view) => ({ ...view, groupId: id }));
  };
  show({ text: t('popup.notice.groupDeleted', { group: deleted.group.name }), undo });
}

async function nameOf(id: string): Promise<string> {
  const [known, names] = await Promise.all([followedFeeds.getValue(), rowNames.getValue()]);
  return nameOrSymbol(id, names, known);
}
