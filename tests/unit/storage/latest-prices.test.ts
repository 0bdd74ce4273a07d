import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readFirstPaint } from '@/lib/storage/first-paint.ts';
import { readLatestPrices, writeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { latestKey } from '../../tools/latest-price.ts';
import { BTC } from '../background/feeds.ts';
import { PRICE } from './shapes/prices.ts';

const { session } = fakeBrowser.storage;
const { trust } = PRICE.proof;

it('each price is stored as one text', async () => {
  await writeLatestPrices(new Map([[BTC, PRICE]]), 5);
  const stored = await session.get(null);
  expect(stored).toEqual({ lastAskedAt: 5, [latestKey(BTC)]: JSON.stringify(PRICE) });
  expect(await readLatestPrices([BTC], trust)).toEqual(new Map([[BTC, PRICE]]));
});

it('a price that an earlier version stored as an object counts', async () => {
  await session.set({ [latestKey(BTC)]: PRICE, watchlist: [BTC] });
  expect(await readLatestPrices([BTC], trust)).toEqual(new Map([[BTC, PRICE]]));
  expect((await readFirstPaint()).prices.get(BTC)?.price).toBe(PRICE.price);
});
