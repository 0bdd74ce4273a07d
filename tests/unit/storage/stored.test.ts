import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { writePrice } from '@/lib/domain/prices/price-text.ts';
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

it('a damaged value is reported once, without the value, which may be a header', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  watchlist.parse({ secret: 'Bearer x' });
  watchlist.parse(7);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls.flat().join(' ')).toMatch(/^(?=.*watchlist)(?!.*(secret|Bearer))/);
});
