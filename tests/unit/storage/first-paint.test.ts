import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { writePrice } from '@/lib/domain/prices/price-text.ts';
import { FIRST_ITEMS, readFirstPaint } from '@/lib/storage/first-paint.ts';
import { itemsFor } from '@/lib/storage/table.ts';
import { lastKnownPrices } from '@/lib/storage/values/prices.ts';
import { appearance, signatures } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR } from '../background/feeds.ts';
import { PRICE } from './shapes/prices.ts';

it('contains every item that is declared for it', () => {
  expect(FIRST_ITEMS).toEqual(itemsFor('firstPaint'));
});

it('repairs a damaged value', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await fakeBrowser.storage.local.set({
    watchlist: [BTC, 7, BTC],
    appearance: { theme: 'dark', palette: 7 },
  });
  const { valueOf } = await readFirstPaint();
  expect(valueOf(watchlist)).toEqual([BTC]);
  expect(valueOf(appearance)).toEqual({ theme: 'dark', palette: 'green-up' });
});

it('contains the stored value of each item, or its default', async () => {
  await signatures.setValue('require');
  const { valueOf } = await readFirstPaint();
  for (const item of FIRST_ITEMS) {
    expect(valueOf(item)).toEqual(item.key === signatures.key ? 'require' : item.fallback);
  }
});

it('shows the last known price where the session has none, or a damaged one', async () => {
  const lastKnown = { [BTC]: PRICE, [ETH]: PRICE, [EUR]: PRICE };
  await fakeBrowser.storage.local.set({
    watchlist: [BTC, ETH, EUR],
    ...lastKnownPrices.entry(lastKnown),
  });
  await fakeBrowser.storage.session.set({
    [`latest:${BTC}`]: writePrice({ ...PRICE, price: '7' }),
    [`latest:${ETH}`]: writePrice({ ...PRICE, price: 'x' }),
  });
  const { prices } = await readFirstPaint();
  expect([BTC, ETH, EUR].map((id) => prices.get(id)?.price)).toEqual([
    '7',
    PRICE.price,
    PRICE.price,
  ]);
});

it('shows no damaged last known price', async () => {
  const lastKnown = { [BTC]: { ...PRICE, expo: 'x' }, [ETH]: PRICE };
  await fakeBrowser.storage.local.set({ [lastKnownPrices.key]: lastKnown });
  const { prices } = await readFirstPaint();
  expect(prices.get(BTC)).toBeUndefined();
  expect(prices.get(ETH)?.price).toBe(PRICE.price);
});
