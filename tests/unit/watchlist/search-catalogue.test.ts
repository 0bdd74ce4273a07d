import { describe, expect, it } from 'vitest';
import {
  browseCatalogue,
  indexCatalogue,
  searchCatalogue,
} from '../../../lib/watchlist/search-catalogue.ts';
import type { Feed } from '../../../lib/storage/catalogue.ts';

function feed(symbol: string, description: string, assetType: string): Feed {
  const display = symbol.slice(symbol.lastIndexOf('.') + 1);
  return {
    id: symbol,
    attributes: {
      symbol,
      display_symbol: display,
      base: display.split('/')[0] ?? '',
      quote_currency: display.split('/')[1] ?? '',
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
const INDEX = indexCatalogue(FEEDS);

function find(query: string): string[] {
  return searchCatalogue(INDEX, query).map(({ id }) => id.split('.').at(-1) ?? '');
}

describe('a search', () => {
  it('reads past characters that nobody sees, in the catalog and in the query', () => {
    const hidden = feed('Crypto.B\u00ADTC/USD', 'BIT\u200BCOIN / US DOLLAR', 'Crypto');
    const index = indexCatalogue([hidden]);
    for (const query of ['btc/usd', 'bitcoin', 'cryptobtcusd', 'b\u200Btc']) {
      expect(searchCatalogue(index, query), query).toEqual([hidden]);
    }
  });

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

  it('gives all that match', () => {
    const many = indexCatalogue(
      Array.from({ length: 120 }, (_, n) => feed(`Crypto.T${n}/USD`, 'TOKEN', 'Crypto')),
    );
    const found = searchCatalogue(many, 'token');
    expect(found).toHaveLength(120);
    expect(found[0]?.id).toBe('Crypto.T0/USD');
  });

  it('forgives one slip in a longer word, after all that match as they are written', () => {
    expect(find('bitcion')).toEqual(['BTC/EUR', 'BTC/USD', 'BTCB/USD', 'WBTC/USD'].toSorted());
    expect(find('japnese')).toEqual(['USD/JPY']);
    expect(find('dolar yen')).toEqual(['USD/JPY']);
    expect(find('marigold').at(0)).toBe('MRGLD/USD');
    expect(find('xbt')).toEqual([]);
  });

  it('finds by quote currency and by the service’s own symbol', () => {
    expect(find('jpy')).toEqual(['USD/JPY']);
    expect(find('Equity.US.GLD/USD')[0]).toBe('GLD/USD');
  });

  it('keeps to one asset type where one is chosen', () => {
    const found = searchCatalogue(INDEX, 'gold', 'Metals');
    expect(found.map(({ id }) => id)).toEqual(['Metal.XAU/USD']);
  });

  it('copes with feeds that have no attributes', () => {
    const bare = indexCatalogue([{ id: 'ab'.repeat(32), attributes: {} }]);
    expect(searchCatalogue(bare, 'abab')).toHaveLength(1);
    expect(searchCatalogue(bare, 'btc')).toHaveLength(0);
  });
});

describe('a catalogue', () => {
  it('names its asset types, the specification’s first', () => {
    const rare = feed('Kalshi.RAIN', 'RAIN', 'kalshi');
    const { assetTypes } = indexCatalogue([rare, ...FEEDS]);
    expect(assetTypes.map(({ label }) => label)).toEqual([
      'Crypto',
      'FX',
      'Equity',
      'Metals',
      'Kalshi',
    ]);
    expect(assetTypes.find(({ label }) => label === 'Equity')?.count).toBe(4);
  });

  it('is read through by symbol, what is about to end last', () => {
    const equities = browseCatalogue(INDEX, 'Equity').map(({ id }) => id.split('.').at(-1));
    expect(equities).toEqual(['GLD/USD', 'GS/USD', 'MRGLD/USD', 'GLDX/USD']);
    expect(browseCatalogue(INDEX, null)).toHaveLength(FEEDS.length);
  });
});
