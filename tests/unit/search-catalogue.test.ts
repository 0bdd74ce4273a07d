import { describe, expect, it } from 'vitest';
import { indexCatalogue, searchCatalogue } from '../../lib/search-catalogue.ts';
import type { Feed } from '../../lib/storage/catalogue.ts';

function feed(symbol: string, description: string, assetType: string): Feed {
  const display = symbol.slice(symbol.lastIndexOf('.') + 1);
  return {
    id: symbol,
    attributes: {
      symbol,
      display_symbol: display,
      base: display.split('/')[0] ?? '',
      description,
      asset_type: assetType,
    },
  };
}

const FEEDS = [
  feed('Crypto.WBTC/USD', 'WRAPPED BITCOIN / US DOLLAR', 'Crypto'),
  feed('Crypto.BTC/EUR', 'BITCOIN / EURO', 'Crypto'),
  feed('Crypto.BTCB/USD', 'BINANCE BITCOIN / US DOLLAR', 'Crypto'),
  feed('Crypto.BTC/USD', 'BITCOIN / US DOLLAR', 'Crypto'),
  feed('Equity.US.GS/USD', 'GOLDMAN SACHS GROUP INC / US DOLLAR', 'Equity'),
  feed('Equity.US.GLD/USD', 'SPDR GOLD SHARES / US DOLLAR', 'Equity'),
  feed('Equity.US.MRGLD/USD', 'MARIGOLD INC / US DOLLAR', 'Equity'),
  feed('Metal.XAU/USD', 'GOLD / US DOLLAR', 'Metal'),
  feed('FX.USD/JPY', 'US DOLLAR / JAPANESE YEN', 'FX'),
  feed('Equity.US.GLDX/USD', 'DEPRECATED FEED - GOLD MINERS / US DOLLAR', 'Equity'),
];
const ENTRIES = indexCatalogue(FEEDS);

function find(query: string): string[] {
  return searchCatalogue(ENTRIES, query).feeds.map(({ id }) => id.split('.').at(-1) ?? '');
}

describe('a search', () => {
  it('puts the exact symbol first, however it is written', () => {
    for (const query of ['BTC/USD', 'btc usd', 'btcusd', ' btc-usd ']) {
      expect(find(query)[0]).toBe('BTC/USD');
    }
  });

  it('ranks base, start of the symbol, description, start of a word, any place', () => {
    expect(find('btc')).toEqual(['BTC/EUR', 'BTC/USD', 'BTCB/USD', 'WBTC/USD']);
    expect(find('gold')).toEqual(['XAU/USD', 'GS/USD', 'GLD/USD', 'MRGLD/USD', 'GLDX/USD']);
  });

  it('finds by asset type, as the service and as the page call it', () => {
    expect(find('metal')).toEqual(['XAU/USD']);
    expect(find('metals')).toEqual(['XAU/USD']);
  });

  it('wants every word, in any order', () => {
    expect(find('yen dollar')).toEqual(['USD/JPY']);
    expect(find('gold bitcoin')).toEqual([]);
  });

  it('puts what is about to end last', () => {
    expect(find('gldx')).toEqual(['GLDX/USD']);
    expect(find('equity').at(-1)).toBe('GLDX/USD');
  });

  it('finds nothing for nothing', () => {
    expect(find('')).toEqual([]);
    expect(find('  /  ')).toEqual([]);
  });

  it('takes a query of any characters as text', () => {
    expect(find('.*')).toEqual([]);
    expect(find('(')).toEqual([]);
    expect(find('btc\\')).toContain('BTC/USD');
  });

  it('gives the best fifty and tells how many there are', () => {
    const many = indexCatalogue(
      Array.from({ length: 120 }, (_, n) => feed(`Crypto.T${n}/USD`, 'TOKEN', 'Crypto')),
    );
    const { feeds, total } = searchCatalogue(many, 'token');
    expect(feeds).toHaveLength(50);
    expect(total).toBe(120);
    expect(feeds[0]?.id).toBe('Crypto.T0/USD');
  });

  it('copes with feeds that have no attributes', () => {
    const bare = indexCatalogue([{ id: 'ab'.repeat(32), attributes: {} }]);
    expect(searchCatalogue(bare, 'abab').total).toBe(1);
    expect(searchCatalogue(bare, 'btc').total).toBe(0);
  });
});
