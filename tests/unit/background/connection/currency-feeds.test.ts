import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { alertRuleSchema } from '@/lib/domain/alerts/model/rule.ts';
import { keepCurrencyFeeds } from '@/lib/background/connection/currency-feeds.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import {
  chosenCurrencyFeeds,
  currencyFeeds,
  displayCurrency,
  neededFeedIds,
} from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, EUR } from '../feeds.ts';

const YEN = 'ef2c98c804ba503c6a707e38be4dfbb16683775f195b091252bf24693042fd52';
const OTHER = 'c'.repeat(64);

const dollarsPerEuro = { asset_type: 'FX', base: 'EUR', quote_currency: 'USD' };
const yenPerDollar = { asset_type: 'FX', base: 'USD', quote_currency: 'JPY' };
const FEEDS = [
  { id: EUR, attributes: dollarsPerEuro },
  { id: YEN, attributes: yenPerDollar },
];

async function follow(feeds: Record<string, Record<string, string>>): Promise<void> {
  await watchlist.setValue(Object.keys(feeds));
  await followedFeeds.setValue(feeds);
}

beforeEach(async () => {
  fakeBrowser.reset();
  await catalog.setValue({ fetchedAt: 1, feeds: FEEDS });
  await follow({ [BTC]: { asset_type: 'Crypto', quote_currency: 'USD' } });
});

describe('the feeds that convert prices', () => {
  it('are none while prices are shown as quoted', async () => {
    expect(await keepCurrencyFeeds()).toBe(false);
    expect(await neededFeedIds()).toEqual([BTC]);
  });

  it('are those of the display currency and of other quote currencies', async () => {
    await follow({
      [BTC]: { asset_type: 'Crypto', quote_currency: 'USD' },
      [ETH]: { asset_type: 'Equity', quote_currency: 'JPY' },
    });
    await displayCurrency.setValue('EUR');
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await currencyFeeds.getValue()).toEqual({
      EUR: { id: EUR, isInverse: false },
      JPY: { id: YEN, isInverse: true },
    });
    expect(await neededFeedIds()).toEqual([BTC, ETH, EUR, YEN]);
    await displayCurrency.setValue(null);
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await neededFeedIds()).toEqual([BTC, ETH]);
  });

  it('are none if nothing is quoted in another currency, or is no amount', async () => {
    await displayCurrency.setValue('JPY');
    await follow({
      [ETH]: { asset_type: 'Equity', quote_currency: 'JPY' },
      [BTC]: { asset_type: 'Rates', quote_currency: '%' },
    });
    expect(await keepCurrencyFeeds()).toBe(false);
    expect(await neededFeedIds()).toEqual([ETH, BTC]);
  });

  it('are those that holdings are valued with, in dollars while prices are shown as quoted', async () => {
    await follow({
      [BTC]: { asset_type: 'Crypto', quote_currency: 'USD' },
      [ETH]: { asset_type: 'Equity', quote_currency: 'JPY' },
    });
    await holdings.setValue({ [BTC]: { quantity: '1', cost: null } });
    expect(await keepCurrencyFeeds()).toBe(false);
    await holdings.setValue({
      [BTC]: { quantity: '1', cost: { perUnit: '2', currency: 'EUR' } },
      [ETH]: { quantity: '1', cost: null },
      ['d'.repeat(64)]: { quantity: '1', cost: { perUnit: '2', currency: 'CHF' } },
    });
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await neededFeedIds()).toEqual([BTC, ETH, EUR, YEN]);
    await holdings.setValue({});
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await neededFeedIds()).toEqual([BTC, ETH]);
  });

  it('are those of figures that active alerts watch', async () => {
    const trigger = { kind: 'crosses', direction: 'above', level: '1' };
    const rule = (feedId: string, enabled = true) =>
      alertRuleSchema.parse({ id: 'a', feedId, trigger, enabled });
    await holdings.setValue({ [BTC]: { quantity: '1', cost: null } });
    await alertRules.setValue([rule('total.USD'), rule(`price.EUR.${ETH}`)]);
    expect(await keepCurrencyFeeds()).toBe(false);
    for (const id of ['total.EUR', `price.EUR.${BTC}`, `holding.EUR.${BTC}`]) {
      await alertRules.setValue([rule(id)]);
      expect(await keepCurrencyFeeds()).toBe(true);
      expect(await neededFeedIds()).toEqual([BTC, EUR]);
      await alertRules.setValue([rule(id, false)]);
      expect(await keepCurrencyFeeds()).toBe(true);
      expect(await neededFeedIds()).toEqual([BTC]);
    }
  });

  it('include that of an exchange rate that is held', async () => {
    await follow({ [YEN]: yenPerDollar });
    await displayCurrency.setValue('EUR');
    expect(await keepCurrencyFeeds()).toBe(false);
    await holdings.setValue({ [YEN]: { quantity: '1', cost: null } });
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await neededFeedIds()).toEqual([YEN, EUR]);
  });

  it('are those that the user chose where the code names none, and never those of the list', async () => {
    const found = { id: OTHER, attributes: { ...yenPerDollar, quote_currency: 'VED' } };
    await catalog.setValue({ fetchedAt: 1, feeds: [found] });
    await displayCurrency.setValue('VED');
    const read = vi.spyOn(catalog, 'getValue');
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await currencyFeeds.getValue()).toEqual({ VED: null });
    expect(await keepCurrencyFeeds()).toBe(false);
    expect(read).not.toHaveBeenCalled();
    const chosen = { VED: { id: OTHER, isInverse: true } };
    await chosenCurrencyFeeds.setValue(chosen);
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await currencyFeeds.getValue()).toEqual(chosen);
    await chosenCurrencyFeeds.setValue({});
    expect(await keepCurrencyFeeds()).toBe(true);
    expect(await currencyFeeds.getValue()).toEqual({ VED: null });
  });

  it('are needed once if they are on the watchlist, and not at all without one', async () => {
    await displayCurrency.setValue('EUR');
    await follow({ [BTC]: { asset_type: 'Crypto', quote_currency: 'USD' }, [EUR]: dollarsPerEuro });
    await keepCurrencyFeeds();
    expect(await neededFeedIds()).toEqual([BTC, EUR]);
    await watchlist.setValue([]);
    expect(await neededFeedIds()).toEqual([]);
  });
});

describe('a feed list that lies', () => {
  const DOGE = 'd'.repeat(64);

  it('does not decide which feed an exchange rate comes from', async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [{ id: DOGE, attributes: dollarsPerEuro }] });
    await displayCurrency.setValue('EUR');
    await keepCurrencyFeeds();
    expect(await currencyFeeds.getValue()).toEqual({ EUR: { id: EUR, isInverse: false } });
  });

  it('has no part in what 0.2.0 stored of it', async () => {
    const raw = { EUR: { id: DOGE, isInverse: false } };
    await fakeBrowser.storage.local.set({ [currencyFeeds.key]: raw });
    expect(await currencyFeeds.getValue()).toEqual({});
    await displayCurrency.setValue('EUR');
    await keepCurrencyFeeds();
    expect(await currencyFeeds.getValue()).toEqual({ EUR: { id: EUR, isInverse: false } });
  });
});
