import { describe, expect, it } from 'vitest';
import { FEED_ID } from '@/lib/base/units.ts';
import { currencyOfFeed } from '@/lib/domain/currency/currencies.ts';
import { KNOWN_CURRENCIES, knownCurrencyFeed } from '@/lib/domain/currency/known-currencies.ts';
import { recordedCatalog } from '../prices/shared-data.ts';

const CURRENCIES = Object.keys(KNOWN_CURRENCIES);

describe('the feeds that the code names for currencies', () => {
  it('are one for each currency', () => {
    const ids = CURRENCIES.map((currency) => knownCurrencyFeed(currency)?.id);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(FEED_ID);
  });

  it('are none for others', () => {
    expect(knownCurrencyFeed('VED')).toBeNull();
    expect(knownCurrencyFeed('USD')).toBeNull();
    expect(knownCurrencyFeed('toString')).toBeNull();
  });

  it('are those of the public feed list, as a whole', (context) => {
    const found = recordedCatalog(context).flatMap(
      ({ id, attributes }) => currencyOfFeed(id, attributes) ?? [],
    );
    expect(found.map(({ currency }) => currency).toSorted()).toEqual(CURRENCIES.toSorted());
    for (const { currency, feed } of found) expect(knownCurrencyFeed(currency)).toEqual(feed);
  });
});
