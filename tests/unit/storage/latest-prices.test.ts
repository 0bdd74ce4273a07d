import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readLatestPrices, writeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { latestKey } from '../../tools/latest-price.ts';
import { BTC } from '../background/feeds.ts';
import { PRICE } from './shapes/prices.ts';

const { session } = fakeBrowser.storage;
const { trust } = PRICE.proof;

it('each price is stored as one text, which takes less than 200 bytes with its key', async () => {
  await writeLatestPrices(new Map([[BTC, PRICE]]), 5);
  const { [latestKey(BTC)]: text, ...others } = await session.get(null);
  expect(others).toEqual({ lastAskedAt: 5 });
  expect(latestKey(BTC).length + String(text).length).toBeLessThan(200);
  expect(await readLatestPrices([BTC], trust)).toEqual(new Map([[BTC, PRICE]]));
});
