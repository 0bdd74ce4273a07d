import { describe, expect, it } from 'vitest';
import { currencyOfFeed } from '@/lib/domain/currency/currencies.ts';
import { amountCurrency, routeBetween, routeOfFeed } from '@/lib/domain/currency/route.ts';

const FEEDS = {
  EUR: { id: 'eur-usd', isInverse: false },
  JPY: { id: 'usd-jpy', isInverse: true },
  XAU: { id: 'xau-usd', isInverse: false },
};

describe('the feed of a currency', () => {
  it.each([
    [{ asset_type: 'FX', base: 'EUR', quote_currency: 'USD' }, 'EUR', false],
    [{ asset_type: 'FX', base: 'USD', quote_currency: 'JPY' }, 'JPY', true],
    [{ asset_type: 'Crypto', symbol: 'Crypto.BTC/USD', base: 'BTC' }, 'BTC', false],
    [{ asset_type: 'Metal', symbol: 'Metal.XAU/USD', base: 'XAU' }, 'XAU', false],
  ])('%j is of %s', (attributes, currency, isInverse) => {
    expect(currencyOfFeed('id', attributes)).toEqual({ currency, feed: { id: 'id', isInverse } });
  });

  it.each([
    { asset_type: 'FX', base: 'EUR', quote_currency: 'JPY' },
    { asset_type: 'FX', base: 'USDXY', quote_currency: 'USD' },
    { asset_type: 'FX', base: 'EUR', quote_currency: 'USD', description: 'DEPRECATED FEED - EURO' },
    { asset_type: 'Crypto', symbol: 'Crypto.SOL/USD', base: 'SOL', quote_currency: 'USD' },
    {},
  ])('%j is of none', (attributes) => {
    expect(currencyOfFeed('id', attributes)).toBeNull();
  });
});

describe('the currency of an amount', () => {
  it('is the quote currency of what has a price', () => {
    expect(amountCurrency({ asset_type: 'Equity', quote_currency: 'JPY' })).toBe('JPY');
    expect(amountCurrency({ asset_type: 'Crypto', quote_currency: 'USD' })).toBe('USD');
  });

  it.each([
    { asset_type: 'Rates', quote_currency: '%' },
    { asset_type: 'FX', quote_currency: 'USD' },
    { asset_type: 'Crypto Redemption Rate', quote_currency: 'ETH' },
    { asset_type: 'Crypto Index', quote_currency: 'USD' },
    { asset_type: 'Equity', quote_currency: 'POINTS' },
    {},
  ])('of %j is none', (attributes) => {
    expect(amountCurrency(attributes)).toBeNull();
  });
});

describe('a hundredth of a currency', () => {
  it.each([
    ['USc', 'USD', 0],
    ['GBX', 'GBP', 0],
    ['GBp', 'GBP', 0],
    ['ZAc', 'ZAR', 0],
    ['ILA', 'ILS', 0],
    ['USc', 'JPY', 1],
    ['USD', 'USc', 0],
  ])('%s is money, converted to %s with %i feeds', (from, to, legs) => {
    expect(amountCurrency({ asset_type: 'Commodities', quote_currency: from })).toBe(from);
    const route = routeBetween(from, to, FEEDS);
    expect(route?.legs).toHaveLength(legs);
    expect(Number(route?.factor.numerator) / Number(route?.factor.denominator)).toBe(
      from === 'USD' ? 100 : 0.01,
    );
  });
});

describe('the route of a feed', () => {
  const ofFeed = (id: string, asset_type: string, quote_currency: string) =>
    routeOfFeed({ id, attributes: { asset_type, quote_currency } }, 'EUR', FEEDS)?.legs.length;

  it('leads from its quote currency', () => {
    expect(ofFeed('a', 'Equity', 'USD')).toBe(1);
    expect(ofFeed('a', 'Equity', 'JPY')).toBe(2);
  });

  it('does not exist where nothing is to convert: the same currency, a rate, the leg itself', () => {
    expect(ofFeed('a', 'Equity', 'EUR')).toBeUndefined();
    expect(ofFeed('a', 'Rates', '%')).toBeUndefined();
    expect(ofFeed('eur-usd', 'Crypto', 'USD')).toBeUndefined();
  });
});

describe('the route', () => {
  it('has no legs between equal currencies, one against the dollar, and two through it', () => {
    expect(routeBetween('USD', 'USD', FEEDS)?.legs).toEqual([]);
    expect(routeBetween('USD', 'EUR', FEEDS)?.legs).toEqual([{ id: 'eur-usd', isInverse: true }]);
    expect(routeBetween('EUR', 'USD', FEEDS)?.legs).toEqual([{ id: 'eur-usd', isInverse: false }]);
    expect(routeBetween('USD', 'JPY', FEEDS)?.legs).toEqual([{ id: 'usd-jpy', isInverse: false }]);
    expect(routeBetween('JPY', 'EUR', FEEDS)?.legs).toEqual([
      { id: 'usd-jpy', isInverse: true },
      { id: 'eur-usd', isInverse: true },
    ]);
  });

  it('to grams of gold is that to ounces, times 31.1034768', () => {
    expect(routeBetween('USD', 'XAU-g', FEEDS)).toEqual({
      legs: [{ id: 'xau-usd', isInverse: true }],
      factor: { numerator: 311_034_768n, denominator: 10_000_000n },
    });
  });

  it('from grams of gold divides by as much', () => {
    expect(routeBetween('XAU-g', 'XAU-g', FEEDS)).toEqual({
      legs: [],
      factor: { numerator: 1n, denominator: 1n },
    });
    expect(routeBetween('XAU-g', 'USD', FEEDS)).toEqual({
      legs: [{ id: 'xau-usd', isInverse: false }],
      factor: { numerator: 10_000_000n, denominator: 311_034_768n },
    });
  });

  it('does not exist without a feed', () => {
    expect(routeBetween('GBP', 'EUR', FEEDS)).toBeNull();
    expect(routeBetween('EUR', 'GBP', FEEDS)).toBeNull();
    expect(routeBetween('toString', 'EUR', FEEDS)).toBeNull();
  });
});
