import { arrangeGroup, moveBefore } from './groups.ts';
import { groups } from '../storage/view.ts';
import { watchlist } from '../storage/watchlist.ts';

/**
 * Moves a feed in the user's order, of a group where one is named.
 *
 * @param beforeId the feed that it is to stand before; `null`: the end
 */
export async function moveFeed(
  id: string,
  beforeId: string | null,
  groupId: string | null,
): Promise<void> {
  const move = (ids: string[]): string[] => moveBefore(ids, id, beforeId);
  if (groupId === null) await watchlist.update(move);
  else await groups.update((list) => arrangeGroup(list, groupId, move));
}

/**
 * Moves a feed by so many places in the order that is shown.
 *
 * @returns its new place, counted from 1, and how many there are; `null` where it is not there
 */
export async function shiftFeed(
  id: string,
  by: number,
  groupId: string | null,
): Promise<{ place: number; count: number } | null> {
  if (groupId === null)
    return placeIn(await watchlist.update((ids) => shiftId(ids, ids, id, by)), id);
  const followed = new Set(await watchlist.getValue());
  const isShown = (each: string): boolean => followed.has(each);
  const list = await groups.update((before) =>
    arrangeGroup(before, groupId, (ids) => shiftId(ids, ids.filter(isShown), id, by)),
  );
  const ids = list.find((group) => group.id === groupId)?.feedIds ?? [];
  return placeIn(ids.filter(isShown), id);
}

function shiftId(ids: string[], shown: readonly string[], id: string, by: number): string[] {
  const from = shown.indexOf(id);
  const to = Math.max(0, Math.min(shown.length - 1, from + by));
  if (from < 0 || to === from) return ids;
  return moveBefore(ids, id, shown[to < from ? to : to + 1] ?? null);
}

function placeIn(ids: readonly string[], id: string): { place: number; count: number } | null {
  const index = ids.indexOf(id);
  return index < 0 ? null : { place: index + 1, count: ids.length };
}
