import { beforeEach, describe, expect, it } from 'vitest';
import { addAttributesFromCatalog, refreshCatalog } from '@/lib/background/connection/catalog.ts';
import { agreeToName } from '@/lib/pages/watchlist/watchlist.ts';
import { addToWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC } from '../feeds.ts';

const CAKE = 'c'.repeat(64);

const cake = {
  asset_type: 'Crypto',
  base: 'CAKE',
  description: 'PANCAKE / US DOLLAR',
  display_symbol: 'CAKE/USD',
  quote_currency: 'USD',
  schedule: 'America/New_York;O,O,O,O,O,O,O;',
  symbol: 'Crypto.CAKE/USD',
};
const doge = {
  ...cake,
  base: 'DOGE',
  description: 'DOGECOIN / US DOLLAR',
  display_symbol: 'DOGE/USD',
  schedule: 'America/New_York;O,O,O,O,O,C,C;',
  symbol: 'Crypto.DOGE/USD',
};

/** Fetches a feed list with these names. */
async function list(names: Record<string, Record<string, string>>): Promise<void> {
  const feeds = Object.entries(names).map(([id, attributes]) => ({ id, attributes }));
  const client = new PriceServiceClient('https://prices.example', {
    fetch: async () => Response.json(feeds),
  });
  await refreshCatalog({ id: 'a', client }, new AbortController().signal);
}

async function symbolOf(id: string) {
  return (await followedFeeds.getValue())[id]?.['symbol'];
}

async function namingOf(id: string) {
  return (await feedNamings.getValue())[id];
}

describe('a feed that the user added', () => {
  beforeEach(async () => {
    await watchlist.setValue([]);
    await addToWatchlist({ id: CAKE, attributes: cake });
  });

  it('keeps its name, currency and type when a list calls it something else', async () => {
    await list({ [CAKE]: { ...doge, quote_currency: 'JPY', asset_type: 'FX' } });
    const { schedule: _, ...words } = cake;
    // Market hours only describe a feed, so they follow the list.
    expect(await followedFeeds.getValue()).toEqual({
      [CAKE]: { ...words, schedule: doge.schedule },
    });
    expect(await namingOf(CAKE)).toMatchObject({
      isConfirmed: true,
      claim: { symbol: 'Crypto.DOGE/USD', quote_currency: 'JPY', asset_type: 'FX' },
    });
  });

  it('has the new name once the user agrees to it', async () => {
    await list({ [CAKE]: doge });
    await agreeToName(CAKE);
    expect(await followedFeeds.getValue()).toEqual({ [CAKE]: doge });
    await list({ [CAKE]: doge });
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: true, claim: null });
  });

  it('has no other name when the list says so no more, or that it is deprecated', async () => {
    await list({ [CAKE]: doge });
    await list({ [CAKE]: { ...cake, description: `DEPRECATED FEED - ${cake.description}` } });
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: true, claim: null });
    const named = async () => feedName((await followedFeeds.getValue())[CAKE], CAKE);
    expect(await named()).toMatchObject({ description: 'Pancake / US Dollar', deprecated: true });
    await list({ [CAKE]: cake });
    expect(await named()).toMatchObject({ deprecated: false });
  });
});

describe('a feed that the code names', () => {
  it('keeps the name that the code gives it', async () => {
    await watchlist.setValue([BTC]);
    await list({ [BTC]: doge });
    expect(await symbolOf(BTC)).toBe('Crypto.BTC/USD');
    expect((await namingOf(BTC))?.claim).toMatchObject({ symbol: 'Crypto.DOGE/USD' });
  });

  it('gets that name also if 0.2.0 stored another one, and if a list lies when it is added', async () => {
    await watchlist.setValue([BTC]);
    await followedFeeds.setValue({ [BTC]: doge });
    await addAttributesFromCatalog();
    expect(await symbolOf(BTC)).toBe('Crypto.BTC/USD');
    expect(await namingOf(BTC)).toEqual({ isConfirmed: true, claim: null });
    await watchlist.setValue([]);
    await addToWatchlist({ id: BTC, attributes: doge });
    expect(await symbolOf(BTC)).toBe('Crypto.BTC/USD');
  });
});

describe('a name that 0.2.0 stored, or that only a list gave', () => {
  it('is kept, and marked until the user confirms it', async () => {
    await watchlist.setValue([CAKE]);
    await followedFeeds.setValue({ [CAKE]: cake });
    await addAttributesFromCatalog();
    await list({ [CAKE]: cake });
    expect(await symbolOf(CAKE)).toBe('Crypto.CAKE/USD');
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: false, claim: null });
    await agreeToName(CAKE);
    await list({ [CAKE]: cake });
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: true, claim: null });
  });

  it('is that of the list for a feed without one', async () => {
    await watchlist.setValue([CAKE]);
    await followedFeeds.setValue({});
    await list({ [BTC]: doge });
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: true, claim: null });
    await list({ [CAKE]: cake });
    expect(await symbolOf(CAKE)).toBe('Crypto.CAKE/USD');
    expect(await namingOf(CAKE)).toEqual({ isConfirmed: false, claim: null });
  });
});
