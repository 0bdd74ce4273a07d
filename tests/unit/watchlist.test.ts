import { describe, expect, it } from 'vitest';
import { followedFeeds } from '../../lib/storage/catalogue.ts';
import { watchlist } from '../../lib/storage/watchlist.ts';
import { addToWatchlist, removeFromWatchlist, restoreToWatchlist } from '../../lib/watchlist.ts';

const id = (n: number): string => String(n).padStart(64, '0');
const [A, B, C] = [id(1), id(2), id(3)];
const attributes = { symbol: 'Crypto.A/USD' };

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

describe('removing', () => {
  it('can be undone, also when the background forgot the name meanwhile', async () => {
    await watchlist.setValue([A, B, C]);
    await followedFeeds.setValue({ [B]: attributes });
    const removed = await removeFromWatchlist(B);
    expect(await watchlist.getValue()).toEqual([A, C]);
    expect(removed).toEqual({ id: B, index: 1, attributes });

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
