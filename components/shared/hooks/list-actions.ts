import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedSymbol, nameOrSymbol } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import type { FeedId } from '@/lib/base/units.ts';
import {
  shiftFeed,
  showOnBadge,
  addToList,
  removeFromWatchlist,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
  type RemovedFeed,
} from '@/lib/pages/watchlist/watchlist.ts';
import {
  deleteGroup,
  restoreGroup,
  restoreMember,
  setMembership,
  showGroup,
} from '@/lib/pages/watchlist/groups.ts';
import { questionOfAlerts } from './alerts-left.ts';
import { showPageNotice } from '../page-notice.ts';

export type ListActions = ReturnType<typeof createListActions>;

/** Each action's notice replaces the previous one. @param shownGroup the selected tab's group */
export function createListActions(
  announce: (text: string) => void,
  shownGroup: () => Group | null,
) {
  return {
    add: (feed: Feed) => add(feed, shownGroup()),
    remove,
    /** Removes from the selected group, or from the watchlist in the "All" tab. */
    removeHere: (id: string) => {
      const group = shownGroup();
      return group ? removeFromGroup(id, group) : remove(id);
    },
    replace,
    deleteGroup: removeGroup,
    async showOnBadge(id: string): Promise<void> {
      showPageNotice(null);
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

interface Removal {
  text: string;
  /** The removed feed's name. */
  name: string;
  undo: () => Promise<unknown>;
}

/** Shows a notice, then asks what to do with the feed's alerts, if any. */
async function showRemoval(feedId: FeedId, { text, name, undo }: Removal): Promise<void> {
  const notice = { text, undo };
  showPageNotice(notice);
  const question = await questionOfAlerts({ feedId, name, undo });
  // Skip the question if another action followed, or if this one was undone.
  if (question) showPageNotice(question, notice);
}

async function add(feed: Feed, group: Group | null): Promise<void> {
  const name = feedSymbol(feed.attributes, feed.id);
  const wasListed = (await watchlist.getValue()).includes(feed.id);
  const outcome = await addToList(feed, group?.id ?? null);
  const undo = (): Promise<unknown> =>
    wasListed && group ? setMembership(group.id, feed.id, false) : removeFromWatchlist(feed.id);
  const text = additionText(outcome, name, group);
  showPageNotice({ text, undo: outcome === 'added' ? undo : null });
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

async function remove(id: string): Promise<void> {
  const name = await nameOf(id);
  const removed = await removeFromWatchlist(id);
  if (!removed) return;
  const text = t('popup.notice.removed', { name });
  await showRemoval(id, { text, name, undo: () => restore(removed) });
}

/** If the watchlist is full, the notice offers to undo again. */
async function restore(removed: RemovedFeed): Promise<void> {
  if (await restoreToWatchlist(removed)) return;
  showPageNotice({ text: t('popup.notice.full'), undo: () => restore(removed) });
}

async function removeFromGroup(id: string, group: Group): Promise<void> {
  const index = group.feedIds.indexOf(id);
  const text = t('popup.notice.removedFromGroup', { name: await nameOf(id), group: group.name });
  await setMembership(group.id, id, false);
  showPageNotice({ text, undo: () => restoreMember({ groupId: group.id, index }, id) });
}

/** @param keepsAlerts without asking what to do with them */
async function replace(id: string, feed: Feed, keepsAlerts: boolean): Promise<void> {
  const names = { old: await nameOf(id), new: feedSymbol(feed.attributes, feed.id) };
  const replaced = await replaceInWatchlist(id, feed);
  if (!replaced) return;
  const text = t('popup.notice.replaced', names);
  const undo = () => undoReplacement(replaced);
  if (keepsAlerts) showPageNotice({ text, undo });
  else await showRemoval(id, { text, name: names.old, undo });
}

async function removeGroup(id: string): Promise<void> {
  const deleted = await deleteGroup(id);
  if (!deleted) return;
  const undo = async (): Promise<void> => {
    await restoreGroup(deleted);
    await showGroup(id);
  };
  showPageNotice({ text: t('popup.notice.groupDeleted', { group: deleted.group.name }), undo });
}

async function nameOf(id: string): Promise<string> {
  const [known, names] = await Promise.all([followedFeeds.getValue(), rowNames.getValue()]);
  return nameOrSymbol(id, names, known);
}
