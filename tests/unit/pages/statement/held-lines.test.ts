import { expect, it } from 'vitest';
import { feedsOf, neededFeeds, readHeld } from '@/lib/pages/statement/held-lines.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH } from '../../background/feeds.ts';

const EUR = 'ee'.repeat(32);
const JPY = 'aa'.repeat(32);
const COIN = { asset_type: 'Crypto', symbol: 'Crypto.BTC/USD', base: 'BTC', quote_currency: 'USD' };
const one = { quantity: '1', cost: null };

it('what is held has its names, and the feeds that convert it', async () => {
  await watchlist.setValue([ETH, BTC]);
  await followedFeeds.setValue({ [BTC]: COIN, [ETH]: { ...COIN, symbol: 'Crypto.ETH/USD' } });
  await holdings.setValue({ [BTC]: one, [ETH]: one });
  await groups.setValue([{ id: 'g', name: 'Savings', feedIds: [BTC] }]);
  await displayCurrency.setValue('EUR');
  await currencyFeeds.setValue({
    EUR: { id: EUR, isInverse: false },
    JPY: { id: JPY, isInverse: true },
    CHF: null,
  });

  const all = await readHeld(null);
  expect(all).toMatchObject({ group: null, currency: 'EUR' });
  expect(all.lines.map(({ name }) => name)).toEqual(['ETH/USD', 'BTC/USD']);
  expect(neededFeeds(all)).toEqual([ETH, EUR, BTC]);
  expect([...all.names]).toEqual([
    [EUR, 'EUR/USD'],
    [JPY, 'USD/JPY'],
    [ETH, 'ETH/USD'],
    [BTC, 'BTC/USD'],
  ]);

  const group = await readHeld('g');
  expect(group.group).toBe('Savings');
  expect(group.lines.map(feedsOf)).toEqual([[BTC, EUR]]);
});

it('what cannot be converted is listed, and is only held itself', async () => {
  await watchlist.setValue([BTC]);
  await followedFeeds.setValue({ [BTC]: COIN });
  await holdings.setValue({ [BTC]: one });
  await displayCurrency.setValue('EUR');
  await currencyFeeds.setValue({ EUR: null });
  const { lines } = await readHeld(null);
  expect(lines).toMatchObject([{ feedId: BTC, route: null }]);
  expect(lines.map(feedsOf)).toEqual([[BTC]]);
});
