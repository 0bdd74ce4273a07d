import { arrangeGroup, moveBefore } from './groups.ts';
import { groups } from '../../storage/values/view.ts';
import { watchlist } from '../../storage/values/watchlist.ts';

/**
 * Moves a feed in the user's order.
 * @param beforeId `null`: to the end
 * @param groupId `null`: the whole watchlist
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
 * Moves a feed in the shown order. Returns its new place, counted from 1, and the number of feeds.
 * @param by negative: toward the start
 * @param groupId `null`: the whole watchlist
 */
export async function shiftFeed(
  id: string,
  by: number,
  groupId: string | null,
): Promise<{ place: number; count: number } | null> {
  if (groupId === null)
    return placeIn(await watchlist.update((ids) => shiftId(ids, ids, id, by)), id);
  const onWatchlist = new Set(await watchlist.getValue());
  const isShown = (each: string): boolean => onWatchlist.has(each);
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
