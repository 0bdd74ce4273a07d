import { describe, expect, it } from 'vitest';
import { followedFeeds } from '../../../lib/storage/catalogue.ts';
import { groups, rowNames } from '../../../lib/storage/view.ts';
import { badgeFeedId, watchlist } from '../../../lib/storage/watchlist.ts';
import {
  addToList,
  addToWatchlist,
  removeFromWatchlist,
  renameRow,
  replaceInWatchlist,
  restoreToWatchlist,
  undoReplacement,
} from '../../../lib/watchlist/watchlist.ts';

const id = (n: number): string => String(n).padStart(64, '0');
const [A, B, C] = [id(1), id(2), id(3)];
const attributes = { symbol: 'Crypto.A/USD' };

async function feedsOf(groupId: string): Promise<string[] | undefined> {
  return (await groups.getValue()).find((group) => group.id === groupId)?.feedIds;
}

describe('adding', () => {
  it('puts a feed at the end, with its name', async () => {
    await watchlist.setValue([A]);
    expect(await addToWatchlist({ id: B, attributes })).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B]);
    expect((await followedFeeds.getValue())[B]).toEqual(attributes);
  });

  it('leaves one that is there where it is', async () => {
    await watchlist.setValue([A, B]);
    expect(await addToWatchlist({ id: A, attributes })).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B]);
  });

  it('says when the watchlist is full', async () => {
    const full = Array.from({ length: 1_000 }, (_, n) => id(n));
    await watchlist.setValue(full);
    expect(await addToWatchlist({ id: id(5_000), attributes })).toBe(false);
    expect(await watchlist.getValue()).toEqual(full);
  });

  it('loses nothing when two are added at once', async () => {
    await watchlist.setValue([]);
    await Promise.all([A, B, C].map((each) => addToWatchlist({ id: each, attributes })));
    expect(await watchlist.getValue()).toHaveLength(3);
    expect(Object.keys(await followedFeeds.getValue())).toEqual(expect.arrayContaining([A, B, C]));
  });
});

describe('adding with a group open', () => {
  it('puts a feed into both, each once', async () => {
    await watchlist.setValue([A]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [] }]);
    expect(await addToList({ id: B, attributes }, 'g')).toBe('added');
    expect(await addToList({ id: B, attributes }, 'g')).toBe('there');
    expect(await addToList({ id: A, attributes }, 'g')).toBe('added');
    expect(await watchlist.getValue()).toEqual([A, B]);
    expect(await feedsOf('g')).toEqual([B, A]);
  });

  it('puts nothing into a group that the watchlist has no room for', async () => {
    await watchlist.setValue(Array.from({ length: 1_000 }, (_, n) => id(n)));
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [] }]);
    expect(await addToList({ id: id(5_000), attributes }, 'g')).toBe('full');
    expect(await feedsOf('g')).toEqual([]);
  });
});

describe('removing', () => {
  it('takes a feed out of its groups with its name, and undoing brings all of it back', async () => {
    await watchlist.setValue([A, B, C]);
    const before = [
      { id: 'g', name: 'Majors', feedIds: [B, A] },
      { id: 'h', name: 'Others', feedIds: [C, B] },
    ];
    await groups.setValue(before);
    await rowNames.setValue({ [B]: 'Mine', [C]: 'Yours' });
    const removed = await removeFromWatchlist(B);
    expect(await feedsOf('g')).toEqual([A]);
    expect(await feedsOf('h')).toEqual([C]);
    expect(await rowNames.getValue()).toEqual({ [C]: 'Yours' });

    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await groups.getValue()).toEqual(before);
    expect(await rowNames.getValue()).toEqual({ [B]: 'Mine', [C]: 'Yours' });
  });

  it('can be undone, also when the background forgot the name meanwhile', async () => {
    await watchlist.setValue([A, B, C]);
    await followedFeeds.setValue({ [B]: attributes });
    const removed = await removeFromWatchlist(B);
    expect(await watchlist.getValue()).toEqual([A, C]);
    expect(removed).toMatchObject({ id: B, index: 1, attributes });

    await followedFeeds.setValue({});
    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
    expect((await followedFeeds.getValue())[B]).toEqual(attributes);
  });

  it('of a feed that is not there changes nothing', async () => {
    await watchlist.setValue([A]);
    expect(await removeFromWatchlist(B)).toBeNull();
    expect(await watchlist.getValue()).toEqual([A]);
  });

  it('is undone at the end where the list has become shorter', async () => {
    await watchlist.setValue([A, B, C]);
    const removed = await removeFromWatchlist(C);
    await watchlist.setValue([A]);
    expect(removed && (await restoreToWatchlist(removed))).toBe(true);
    expect(await watchlist.getValue()).toEqual([A, C]);
  });
});

describe('replacing', () => {
  it('keeps place, groups, name and badge, and can be undone', async () => {
    await watchlist.setValue([A, B, C]);
    await groups.setValue([{ id: 'g', name: 'Majors', feedIds: [C, B] }]);
    await rowNames.setValue({ [B]: 'Mine' });
    await badgeFeedId.setValue(B);
    const replaced = await replaceInWatchlist(B, { id: id(9), attributes });
    expect(await watchlist.getValue()).toEqual([A, id(9), C]);
    expect(await feedsOf('g')).toEqual([C, id(9)]);
    expect(await rowNames.getValue()).toEqual({ [id(9)]: 'Mine' });
    expect(await badgeFeedId.getValue()).toBe(id(9));
    expect((await followedFeeds.getValue())[id(9)]).toEqual(attributes);

    if (!replaced) throw new Error('It was followed.');
    await undoReplacement(replaced);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
    expect(await feedsOf('g')).toEqual([C, B]);
    expect(await rowNames.getValue()).toEqual({ [B]: 'Mine' });
    expect(await badgeFeedId.getValue()).toBe(B);
  });

  it('by a feed that is there already leaves that one at its own place', async () => {
    await watchlist.setValue([A, B, C]);
    const replaced = await replaceInWatchlist(A, { id: C, attributes });
    expect(await watchlist.getValue()).toEqual([B, C]);
    if (!replaced) throw new Error('It was followed.');
    await undoReplacement(replaced);
    expect(await watchlist.getValue()).toEqual([A, B, C]);
  });

  it('of a feed that nobody follows, or by itself, does nothing', async () => {
    await watchlist.setValue([A]);
    expect(await replaceInWatchlist(B, { id: C, attributes })).toBeNull();
    expect(await replaceInWatchlist(A, { id: A, attributes })).toBeNull();
    expect(await watchlist.getValue()).toEqual([A]);
  });
});

describe('a row’s own name', () => {
  it('is kept until it is taken back', async () => {
    await renameRow(A, '  My \u202Ecoin  ');
    expect(await rowNames.getValue()).toEqual({ [A]: 'My coin' });
    await renameRow(B, null);
    expect(await rowNames.getValue()).toEqual({ [A]: 'My coin' });
    await renameRow(A, '   ');
    expect(await rowNames.getValue()).toEqual({});
  });
});
