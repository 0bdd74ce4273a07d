import { describe, expect, it } from 'vitest';
import { moveFeed, shiftFeed } from '@/lib/pages/watchlist/watchlist.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';

const id = (n: number): string => String(n).padStart(64, '0');
const [A, B, C] = [id(1), id(2), id(3)];

async function feedsOf(groupId: string): Promise<string[] | undefined> {
  return (await groups.getValue()).find((group) => group.id === groupId)?.feedIds;
}

describe("the user's order", () => {
  it('changes when a feed moves before another one', async () => {
    await watchlist.setValue([A, B, C]);
    await moveFeed(C, A, null);
    expect(await watchlist.getValue()).toEqual([C, A, B]);
    await moveFeed(C, null, null);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
  });

  it('is separate for each group', async () => {
    await watchlist.setValue([A, B, C]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [A, B, C] }]);
    await moveFeed(A, C, 'g');
    expect(await feedsOf('g')).toEqual([B, A, C]);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
  });

  it('changes step by step, up to both ends', async () => {
    await watchlist.setValue([A, B, C]);
    expect(await shiftFeed(A, 1, null)).toEqual({ place: 2, count: 3 });
    expect(await watchlist.getValue()).toEqual([B, A, C]);
    expect(await shiftFeed(A, 5, null)).toEqual({ place: 3, count: 3 });
    expect(await shiftFeed(A, 1, null)).toEqual({ place: 3, count: 3 });
    expect(await shiftFeed(A, -Infinity, null)).toEqual({ place: 1, count: 3 });
    expect(await watchlist.getValue()).toEqual([A, B, C]);
    expect(await shiftFeed(id(9), 1, null)).toBeNull();
  });

  it('counts only feeds on the watchlist within a group', async () => {
    await watchlist.setValue([A, C]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [A, B, C] }]);
    expect(await shiftFeed(C, -1, 'g')).toEqual({ place: 1, count: 2 });
    expect(await feedsOf('g')).toEqual([C, A, B]);
  });
});
