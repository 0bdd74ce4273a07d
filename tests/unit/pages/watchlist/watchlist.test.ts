import { describe, expect, it } from 'vitest';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { groups, rowNames } from '@/lib/storage/values/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import {
  addToList,
  addToWatchlist,
  removeFromWatchlist,
  renameRow,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
} from '@/lib/pages/watchlist/watchlist.ts';

const id = (n: number): string => String(n).padStart(64, '0');
const [A, B, C] = [id(1), id(2), id(3)];
const attributes = { symbol: 'Crypto.A/USD' };
const HELD = { quantity: '0.5', cost: { perUnit: '61000.25', currency: 'EUR' } };
const DEBT = { quantity: '-3', cost: null };

async function feedsOf(groupId: string): Promise<string[] | undefined> {
  return (await groups.getValue()).find((group) => group.id === groupId)?.feedIds;
}

describe('adding', () => {
  it('appends a feed with its attributes', async () => {
    await watchlist.setValue([A]);
    expect(await addToWatchlist({ id: B, attributes })).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B]);
    expect((await followedFeeds.getValue())[B]).toEqual(attributes);
  });

  it('does not move a feed that is already on the watchlist', async () => {
    await watchlist.setValue([A, B]);
    expect(await addToWatchlist({ id: A, attributes })).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B]);
  });

  it('reports that the watchlist is full', async () => {
    const full = Array.from({ length: 1_000 }, (_, n) => id(n));
    await watchlist.setValue(full);
    expect(await addToWatchlist({ id: id(5_000), attributes })).toBe(false);
    expect(await watchlist.getValue()).toEqual(full);
  });

  it('loses nothing if two feeds are added at once', async () => {
    await watchlist.setValue([]);
    await Promise.all([A, B, C].map((each) => addToWatchlist({ id: each, attributes })));
    expect(await watchlist.getValue()).toHaveLength(3);
    expect(Object.keys(await followedFeeds.getValue())).toEqual(expect.arrayContaining([A, B, C]));
  });
});

describe('adding with a group open', () => {
  it('adds a feed to both, once each', async () => {
    await watchlist.setValue([A]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [] }]);
    expect(await addToList({ id: B, attributes }, 'g')).toBe('added');
    expect(await addToList({ id: B, attributes }, 'g')).toBe('there');
    expect(await addToList({ id: A, attributes }, 'g')).toBe('added');
    expect(await watchlist.getValue()).toEqual([A, B]);
    expect(await feedsOf('g')).toEqual([B, A]);
  });

  it('does not add a feed to the group if the watchlist is full', async () => {
    await watchlist.setValue(Array.from({ length: 1_000 }, (_, n) => id(n)));
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [] }]);
    expect(await addToList({ id: id(5_000), attributes }, 'g')).toBe('full');
    expect(await feedsOf('g')).toEqual([]);
  });
});

describe('removing', () => {
  it('removes a feed with its groups, display name and holding, and undo restores all of it', async () => {
    await watchlist.setValue([A, B, C]);
    const before = [
      { id: 'g', name: 'Majors', feedIds: [B, A] },
      { id: 'h', name: 'Others', feedIds: [C, B] },
    ];
    await groups.setValue(before);
    await rowNames.setValue({ [B]: 'Mine', [C]: 'Yours' });
    await holdings.setValue({ [B]: HELD, [C]: DEBT });
    const removed = await removeFromWatchlist(B);
    expect(await feedsOf('g')).toEqual([A]);
    expect(await feedsOf('h')).toEqual([C]);
    expect(await rowNames.getValue()).toEqual({ [C]: 'Yours' });
    expect(await holdings.getValue()).toEqual({ [C]: DEBT });

    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await groups.getValue()).toEqual(before);
    expect(await rowNames.getValue()).toEqual({ [B]: 'Mine', [C]: 'Yours' });
    expect(await holdings.getValue()).toEqual({ [B]: HELD, [C]: DEBT });
  });

  it('can be undone even if the background has removed the attributes in the meantime', async () => {
    await watchlist.setValue([A, B, C]);
    const unconfirmed = { [B]: { isConfirmed: false, claim: null } };
    await feedNamings.setValue(unconfirmed);
    await followedFeeds.setValue({ [B]: attributes });
    const removed = await removeFromWatchlist(B);
    expect(await watchlist.getValue()).toEqual([A, C]);
    expect(removed).toMatchObject({ id: B, index: 1, attributes });

    await followedFeeds.setValue({});
    await feedNamings.setValue({});
    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
    expect((await followedFeeds.getValue())[B]).toEqual(attributes);
    expect(await feedNamings.getValue()).toEqual(unconfirmed);
  });

  it('a feed that is not on the watchlist changes nothing', async () => {
    await watchlist.setValue([A]);
    expect(await removeFromWatchlist(B)).toBeNull();
    expect(await watchlist.getValue()).toEqual([A]);
  });

  it('is not undone at the cost of another feed', async () => {
    await watchlist.setValue([id(0), id(1)]);
    await renameRow(id(0), 'Gold');
    const removed = await removeFromWatchlist(id(0));
    const full = Array.from({ length: 1_000 }, (_, n) => id(n + 1));
    await watchlist.setValue(full);
    expect(await restoreToWatchlist(removed!)).toBe(false);
    expect(await watchlist.getValue()).toEqual(full);
    expect(await rowNames.getValue()).toEqual({});
  });

  it('is undone at the end if the list has become shorter', async () => {
    await watchlist.setValue([A, B, C]);
    const removed = await removeFromWatchlist(C);
    await watchlist.setValue([A]);
    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, C]);
  });
});

describe('replacing', () => {
  it('keeps position, groups, display name, holding and badge, and can be undone', async () => {
    await watchlist.setValue([A, B, C]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [C, B] }]);
    await rowNames.setValue({ [B]: 'Mine' });
    await holdings.setValue({ [B]: HELD });
    await badgeFeedId.setValue(B);
    const replaced = await replaceInWatchlist(B, { id: id(9), attributes });
    expect(await watchlist.getValue()).toEqual([A, id(9), C]);
    expect(await feedsOf('g')).toEqual([C, id(9)]);
    expect(await rowNames.getValue()).toEqual({ [id(9)]: 'Mine' });
    expect(await holdings.getValue()).toEqual({ [id(9)]: HELD });
    expect(await badgeFeedId.getValue()).toBe(id(9));
    expect((await followedFeeds.getValue())[id(9)]).toEqual(attributes);

    if (!replaced) throw new Error('It was followed.');
    await undoReplacement(replaced);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
    expect(await feedsOf('g')).toEqual([C, B]);
    expect(await rowNames.getValue()).toEqual({ [B]: 'Mine' });
    expect(await holdings.getValue()).toEqual({ [B]: HELD });
    expect(await badgeFeedId.getValue()).toBe(B);
  });

  it.each([
    ['takes over the holding', {}, HELD],
    ['keeps the holding that it has', { [C]: DEBT }, DEBT],
  ])('with a feed on the watchlist, that feed %s, until undone', async (_, own, held) => {
    await watchlist.setValue([A, C]);
    await holdings.setValue({ [A]: HELD, ...own });
    const replaced = await replaceInWatchlist(A, { id: C, attributes });
    expect(await holdings.getValue()).toEqual({ [C]: held });
    if (!replaced) throw new Error('It was followed.');
    await undoReplacement(replaced);
    expect(await holdings.getValue()).toEqual({ [A]: HELD, ...own });
  });

  it('with a feed that is already on the watchlist does not move that feed', async () => {
    await watchlist.setValue([A, B, C]);
    const replaced = await replaceInWatchlist(A, { id: C, attributes });
    expect(await watchlist.getValue()).toEqual([B, C]);
    if (!replaced) throw new Error('It was followed.');
    await undoReplacement(replaced);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
  });

  it('a feed that is not on the watchlist, or with itself, does nothing', async () => {
    await watchlist.setValue([A]);
    expect(await replaceInWatchlist(B, { id: C, attributes })).toBeNull();
    expect(await replaceInWatchlist(A, { id: A, attributes })).toBeNull();
    expect(await watchlist.getValue()).toEqual([A]);
  });
});

describe('a display name', () => {
  it('is stored until it is removed', async () => {
    await renameRow(A, '  My \u202Ecoin  ');
    expect(await rowNames.getValue()).toEqual({ [A]: 'My coin' });
    await renameRow(B, null);
    expect(await rowNames.getValue()).toEqual({ [A]: 'My coin' });
    await renameRow(A, '   ');
    expect(await rowNames.getValue()).toEqual({});
  });
});
