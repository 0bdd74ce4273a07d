import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { settleGroupCurrencies } from '@/lib/background/settle-group-currencies.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { BTC } from './feeds.ts';

beforeEach(() => fakeBrowser.reset());

/** Settles groups as version 0.2.0 stored them: one for each currency. Returns the list's. */
async function settle(currencies: readonly (string | null | undefined)[]): Promise<string | null> {
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
  return displayCurrency.getValue();
}

it('the currency that groups had becomes that of the list if they agree and it has none', async () => {
  expect(await settle(['EUR', undefined, 'EUR'])).toBe('EUR');
});

it('the currencies of groups that do not agree are gone', async () => {
  expect(await settle(['EUR', 'XAU-g', undefined])).toBeNull();
  expect(await settle([null, null])).toBeNull();
});

it('the currency of the list stays', async () => {
  await displayCurrency.setValue('EUR');
  expect(await settle(['CHF', null])).toBe('EUR');
  expect(await settle(['CHF'])).toBe('EUR');
});
