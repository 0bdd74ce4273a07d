import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { settleGroupCurrencies } from '@/lib/background/settle-removed.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { removedSettings } from '@/lib/storage/values/news.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { BTC } from './feeds.ts';

beforeEach(() => fakeBrowser.reset());

/** Settles groups as version 0.2.0 stored them: one for each currency. */
async function settle(currencies: readonly (string | null | undefined)[]) {
  const list = currencies.map((currency, index) => ({
    id: `g${index}`,
    name: `Group ${index}`,
    feedIds: [BTC],
    ...(currency !== undefined && { currency }),
  }));
  await fakeBrowser.storage.local.set({ groups: list });
  await settleGroupCurrencies();
  const stored = await fakeBrowser.storage.local.get('groups');
  expect(stored['groups']).toEqual(list.map(({ id, name, feedIds }) => ({ id, name, feedIds })));
  expect(await groups.getValue()).toHaveLength(list.length);
  return { currency: await displayCurrency.getValue(), removed: await removedSettings.getValue() };
}

describe('the currencies that groups had', () => {
  it('become that of the list if they agree and it has none', async () => {
    expect(await settle(['EUR', undefined, 'EUR'])).toEqual({ currency: 'EUR', removed: [] });
  });

  it('are told to the user if the groups do not agree', async () => {
    expect(await settle(['EUR', 'XAU-g', undefined])).toEqual({
      currency: null,
      removed: [
        { what: 'groupCurrency', values: { group: 'Group 0', currency: 'EUR' } },
        { what: 'groupCurrency', values: { group: 'Group 1', currency: 'XAU/g' } },
      ],
    });
  });

  it('are told to the user if they are not that of the list, which stays', async () => {
    await displayCurrency.setValue('EUR');
    expect(await settle(['EUR', 'CHF', null])).toEqual({
      currency: 'EUR',
      removed: [
        { what: 'groupCurrency', values: { group: 'Group 1', currency: 'CHF' } },
        { what: 'groupAsQuoted', values: { group: 'Group 2' } },
      ],
    });
  });

  it('change nothing if all groups had that of the list, or prices as quoted', async () => {
    expect(await settle([null, null])).toEqual({ currency: null, removed: [] });
    await displayCurrency.setValue('EUR');
    expect(await settle(['EUR'])).toEqual({ currency: 'EUR', removed: [] });
  });

  it('are settled once', async () => {
    const settled = await settle(['EUR', 'CHF']);
    await settleGroupCurrencies();
    expect(await removedSettings.getValue()).toEqual(settled.removed);
  });
});
