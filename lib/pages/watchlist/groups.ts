import { fitName } from '../../base/text/fit-name.ts';
import { MAX_GROUPS } from '../../base/limits.ts';
import { groups, listView } from '../../storage/values/view.ts';
import type { Group } from '../../domain/watchlist/view.ts';
import type { FeedId } from '../../base/units.ts';

/** For undo. */
interface DeletedGroup {
  group: Group;
  index: number;
}

/** A feed's position in one group. */
export interface Membership {
  groupId: string;
  index: number;
}

/** Creates a group after the others. `null` if the name is empty or there are 50 groups. */
export async function createGroup(
  name: string,
  feedIds: readonly FeedId[] = [],
): Promise<Group | null> {
  const group: Group = { id: crypto.randomUUID(), name: fitName(name), feedIds: [...feedIds] };
  if (group.name === '') return null;
  const { after } = await groups.update((list) => insertGroup(list, group, Infinity));
  return after.includes(group) ? group : null;
}

/** Selects a tab of the list. @param groupId `null`: all */
export async function showGroup(groupId: string | null): Promise<void> {
  await listView.update((view) => (view.groupId === groupId ? view : { ...view, groupId }));
}

/** An empty name changes nothing. */
export async function renameGroup(id: string, name: string): Promise<void> {
  const fitted = fitName(name);
  if (fitted === '') return;
  await groups.update((list) => changeGroup(list, id, (group) => ({ ...group, name: fitted })));
}

/** Deletes a group; its feeds stay on the watchlist. `null` if the group does not exist. */
export async function deleteGroup(id: string): Promise<DeletedGroup | null> {
  const { before } = await groups.update((list) =>
    list.some((group) => group.id === id) ? list.filter((group) => group.id !== id) : list,
  );
  const index = before.findIndex((group) => group.id === id);
  const group = before[index];
  return group ? { group, index } : null;
}

/** Restores a group at its old position. */
export async function restoreGroup({ group, index }: DeletedGroup): Promise<void> {
  await groups.update((list) => insertGroup(list, group, index));
}

/** @param by negative: toward the start */
export async function shiftGroup(id: string, by: number): Promise<void> {
  await groups.update((list) => shiftedGroup(list, id, by));
}

/** Adds a feed at the end of a group, or removes it. */
export async function setMembership(
  groupId: string,
  feedId: FeedId,
  isMember: boolean,
): Promise<void> {
  await groups.update((list) =>
    isMember ? withMember(list, groupId, feedId, Infinity) : withoutMember(list, groupId, feedId),
  );
}

/** Restores a feed at its old position in a group. */
export async function restoreMember(place: Membership, feedId: FeedId): Promise<void> {
  await groups.update((list) => withMember(list, place.groupId, feedId, place.index));
}

/** Groups that contain a feed, with its position in each. */
export function membershipsOf(list: readonly Group[], feedId: FeedId): Membership[] {
  return list.flatMap(({ id, feedIds }) => {
    const index = feedIds.indexOf(feedId);
    return index < 0 ? [] : [{ groupId: id, index }];
  });
}

// These functions return the same array if nothing changes.

export function insertGroup(list: Group[], group: Group, index: number): Group[] {
  const exists = list.some(({ id }) => id === group.id);
  return exists || list.length >= MAX_GROUPS ? list : list.toSpliced(index, 0, group);
}

function shiftedGroup(list: Group[], id: string, by: number): Group[] {
  const from = list.findIndex((group) => group.id === id);
  const group = list[from];
  const to = Math.max(0, Math.min(list.length - 1, from + by));
  return !group || to === from ? list : list.toSpliced(from, 1).toSpliced(to, 0, group);
}

export function withMember(list: Group[], groupId: string, feedId: FeedId, index: number): Group[] {
  return arrangeGroup(list, groupId, (ids) =>
    ids.includes(feedId) ? ids : ids.toSpliced(index, 0, feedId),
  );
}

function withoutMember(list: Group[], groupId: string, feedId: FeedId): Group[] {
  return arrangeGroup(list, groupId, (ids) => withoutId(ids, feedId));
}

export function withoutFeedAnywhere(list: Group[], feedId: FeedId): Group[] {
  return changeEach(list, (group) => withFeeds(group, withoutId(group.feedIds, feedId)));
}

/** If a group contains both feeds, the new one keeps its position. */
export function withReplacedFeed(list: Group[], oldId: string, newId: string): Group[] {
  return changeEach(list, (group) => withFeeds(group, replaceId(group.feedIds, oldId, newId)));
}

/** Changes a group's feeds or their order. */
export function arrangeGroup(
  list: Group[],
  groupId: string,
  arrange: (feedIds: string[]) => string[],
): Group[] {
  return changeGroup(list, groupId, (group) => withFeeds(group, arrange(group.feedIds)));
}

/** If both ids are in the list, the old one is removed. */
export function replaceId(ids: string[], oldId: string, newId: string): string[] {
  if (!ids.includes(oldId) || oldId === newId) return ids;
  return ids.includes(newId) ? withoutId(ids, oldId) : ids.map((id) => (id === oldId ? newId : id));
}

/** Moves an id before another one; to the end if that is `null` or not in the list. */
export function moveBefore(ids: string[], id: string, beforeId: string | null): string[] {
  if (!ids.includes(id) || id === beforeId) return ids;
  const others = ids.filter((other) => other !== id);
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  const moved = others.toSpliced(at < 0 ? others.length : at, 0, id);
  return moved.every((other, index) => other === ids[index]) ? ids : moved;
}

function withoutId(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}

function withFeeds(group: Group, feedIds: string[]): Group {
  return feedIds === group.feedIds ? group : { ...group, feedIds };
}

function changeGroup(list: Group[], id: string, change: (group: Group) => Group): Group[] {
  return changeEach(list, (group) => (group.id === id ? change(group) : group));
}

function changeEach(list: Group[], change: (group: Group) => Group): Group[] {
  const changed = list.map(change);
  return changed.every((group, index) => group === list[index]) ? list : changed;
}
