import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { BTC, ETH } from '../background/feeds.ts';
import { CONNECTION_STATE } from './shapes/connection.ts';
import { PRICE } from './shapes/prices.ts';

// As in a page: the schemas are not there from the start.
beforeEach(() => vi.resetModules());

const { local, session } = fakeBrowser.storage;

it('stored values that look right are read without schemas', async () => {
  const { loadedSchemas } = await import('@/lib/storage/load-schemas.ts');
  const { readFirstPaint } = await import('@/lib/storage/first-paint.ts');
  await local.set({ watchlist: [BTC], appearance: { theme: 'dark', palette: 'red-up' } });
  // As on a first run.
  await session.set({
    [`latest:${BTC}`]: JSON.stringify(PRICE),
    connectionState: CONNECTION_STATE,
  });
  const { prices } = await readFirstPaint();
  expect(prices.get(BTC)?.price).toBe(PRICE.price);
  expect(loadedSchemas()).toBeUndefined();
});

it('a damaged value is repaired by its schema', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { loadedSchemas } = await import('@/lib/storage/load-schemas.ts');
  const { readFirstPaint } = await import('@/lib/storage/first-paint.ts');
  const { appearance } = await import('@/lib/storage/values/settings.ts');
  const { watchlist } = await import('@/lib/storage/values/watchlist.ts');
  await local.set({ watchlist: [BTC, 7, BTC], appearance: { theme: 'dark', palette: 7 } });
  const { valueOf } = await readFirstPaint();
  expect(valueOf(watchlist)).toEqual([BTC]);
  expect(valueOf(appearance)).toEqual({ theme: 'dark', palette: 'green-up' });
  expect(loadedSchemas()).toBeDefined();
});

it('a change that has to wait for the schemas is announced before a later one', async () => {
  const { watchlist } = await import('@/lib/storage/values/watchlist.ts');
  const { watchLatestPrices } = await import('@/lib/storage/values/latest-prices.ts');
  const lists: unknown[] = [];
  const prices: unknown[] = [];
  watchlist.watch((ids) => lists.push(ids));
  watchLatestPrices((changed) => prices.push(...changed));
  await local.set({ watchlist: [BTC, BTC] });
  await local.set({ watchlist: [ETH] });
  await session.set({ [`latest:${BTC}`]: JSON.stringify({ ...PRICE, added: 1 }) });
  await session.set({ [`latest:${BTC}`]: JSON.stringify({ ...PRICE, price: '7' }) });
  await vi.waitFor(() => expect(prices).toHaveLength(2));
  expect(lists).toEqual([[BTC], [ETH]]);
  expect(prices).toEqual([
    [BTC, PRICE],
    [BTC, { ...PRICE, price: '7' }],
  ]);
});

it('nothing is announced after the end, also not what had to wait', async () => {
  const { loadSchemas } = await import('@/lib/storage/load-schemas.ts');
  const { watchlist } = await import('@/lib/storage/values/watchlist.ts');
  const lists: unknown[] = [];
  const stop = watchlist.watch((ids) => lists.push(ids));
  await local.set({ watchlist: [BTC, BTC] });
  stop();
  await loadSchemas();
  expect(lists).toEqual([]);
});
