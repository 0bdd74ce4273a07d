import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { writePrice } from '@/lib/domain/prices/price-text.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH } from '../background/feeds.ts';
import { PRICE } from './shapes/prices.ts';

const { local, session } = fakeBrowser.storage;

it('changes are announced in order, also those that had to be repaired', async () => {
  const lists: unknown[] = [];
  const prices: unknown[] = [];
  onTestFinished(watchlist.watch((ids) => lists.push(ids)));
  onTestFinished(watchLatestPrices((changed) => prices.push(...changed)));
  await local.set({ watchlist: [BTC, BTC] });
  await local.set({ watchlist: [ETH] });
  await session.set({ [`latest:${BTC}`]: writePrice(PRICE) });
  await session.set({ [`latest:${BTC}`]: writePrice({ ...PRICE, price: '7' }) });
  expect(lists).toEqual([[BTC], [ETH]]);
  expect(prices).toEqual([
    [BTC, PRICE],
    [BTC, { ...PRICE, price: '7' }],
  ]);
});

it('nothing is announced after the end', async () => {
  const lists: unknown[] = [];
  const stop = watchlist.watch((ids) => lists.push(ids));
  stop();
  await local.set({ watchlist: [BTC, BTC] });
  expect(lists).toEqual([]);
});

it('a large map is stored as one text; a map or a broken text from elsewhere is read too', async () => {
  const feeds = { [BTC]: { symbol: 'Crypto.BTC/USD' } };
  await followedFeeds.setValue(feeds);
  const { followedFeeds: raw } = await local.get('followedFeeds');
  expect(raw).toEqual({ $version: 2, value: JSON.stringify(feeds) });
  expect(await followedFeeds.getValue()).toEqual(feeds);
  expect(followedFeeds.parse(feeds)).toEqual(feeds);
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(followedFeeds.parse({ $version: 2, value: '{' })).toEqual(followedFeeds.fallback);
});

it('a damaged value is reported once, without the value, which may be a header', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  watchlist.parse({ secret: 'Bearer x' });
  watchlist.parse(7);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls.flat().join(' ')).toMatch(/^(?=.*watchlist)(?!.*(secret|Bearer))/);
});
