import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  browseCatalog,
  indexCatalog,
  searchCatalog,
} from '@/lib/domain/watchlist/search-catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';

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
const INDEX = await indexCatalog(FEEDS);

function find(query: string): string[] {
  return searchCatalog(INDEX, query).feeds.map(({ id }) => id.split('.').at(-1) ?? '');
}

describe('a search', () => {
  it('ignores invisible characters in the catalog and in the query', async () => {
    const hidden = feed('Crypto.B\u00ADTC/USD', 'BIT\u200BCOIN / US DOLLAR', 'Crypto');
    const index = await indexCatalog([hidden]);
    for (const query of ['btc/usd', 'bitcoin', 'cryptobtcusd', 'b\u200Btc']) {
      expect(searchCatalog(index, query).feeds, query).toEqual([hidden]);
    }
  });

  it('ranks the exact symbol first, in any notation', () => {
    for (const query of ['BTC/USD', 'btc usd', 'btcusd', ' btc-usd ']) {
      expect(find(query)[0]).toBe('BTC/USD');
    }
  });

  it('ranks base, start of the symbol, description, start of a word, anywhere', () => {
    expect(find('btc')).toEqual(['BTC/USD', 'BTC/EUR', 'BTCB/USD', 'WBTC/USD']);
    expect(find('gold')).toEqual(['XAU/USD', 'GS/USD', 'GLD/USD', 'MRGLD/USD']);
  });

  it('ranks equal matches by popularity, then by the turnover of their quote', async () => {
    const index = await indexCatalog(
      ['EUR/GBP', 'EUR/CHF', 'EUR/NOK', 'EUR/JPY', 'EUR/USD', 'EUR/CAD'].map((symbol) =>
        feed(`FX.${symbol}`, `EURO / ${symbol.slice(4)}`, 'FX'),
      ),
    );
    const found = searchCatalog(index, 'euro').feeds.map(({ id }) => id.slice(3));
    expect(found).toEqual(['EUR/USD', 'EUR/JPY', 'EUR/GBP', 'EUR/CAD', 'EUR/CHF', 'EUR/NOK']);
  });

  it('ranks a popular feed before one with a greater quote', async () => {
    const yen = [
      feed('FX.AUD/JPY', 'YEN', 'FX'),
      feed('FX.USD/JPY', 'YEN', 'FX'),
      feed('FX.YEN/USD', 'YEN', 'FX'),
    ];
    const found = searchCatalog(await indexCatalog(yen), 'yen').feeds.map(({ id }) => id);
    expect(found).toEqual(['FX.YEN/USD', 'FX.USD/JPY', 'FX.AUD/JPY']);
  });

  it('finds asset types by the name of the service and by the label', () => {
    expect(find('metal')).toEqual(['XAU/USD']);
    expect(find('metals')).toEqual(['XAU/USD']);
  });

  it('requires every word, in any order', () => {
    expect(find('yen dollar')).toEqual(['USD/JPY']);
    expect(find('gold bitcoin')).toEqual([]);
  });

  it('does not offer deprecated feeds', () => {
    expect(find('gldx')).not.toContain('GLDX/USD');
    expect(find('equity')).not.toContain('GLDX/USD');
  });

  it('finds nothing for an empty query', () => {
    expect(find('')).toEqual([]);
    expect(find('  /  ')).toEqual([]);
  });

  it('treats any characters in a query as text', () => {
    expect(find('.*')).toEqual([]);
    expect(find('(')).toEqual([]);
    expect(find('btc\\')).toContain('BTC/USD');
  });

  it('returns all matches', async () => {
    const many = await indexCatalog(
      Array.from({ length: 120 }, (_, n) => feed(`Crypto.T${n}/USD`, 'TOKEN', 'Crypto')),
    );
    const results = searchCatalog(many, 'token').feeds;
    expect(results).toHaveLength(120);
    expect(results[0]?.id).toBe('Crypto.T0/USD');
  });

  it('allows one typo in a longer word, and ranks such matches last', () => {
    expect(find('bitcion').toSorted()).toEqual(['BTC/EUR', 'BTC/USD', 'BTCB/USD', 'WBTC/USD']);
    expect(find('japnese')).toEqual(['USD/JPY']);
    expect(find('dolar yen')).toEqual(['USD/JPY']);
    expect(find('marigold').at(0)).toBe('MRGLD/USD');
    expect(find('xbt')).toEqual([]);
  });

  it('finds by quote currency and by the service’s own symbol', () => {
    expect(find('jpy')).toEqual(['USD/JPY']);
    expect(find('Equity.US.GLD/USD')[0]).toBe('GLD/USD');
  });

  it('returns only feeds of the selected asset type', () => {
    const results = searchCatalog(INDEX, 'gold', 'Metals').feeds;
    expect(results.map(({ id }) => id)).toEqual(['Metal.XAU/USD']);
  });

  it('supports feeds without attributes', async () => {
    const bare = await indexCatalog([{ id: 'ab'.repeat(32), attributes: {} }]);
    expect(searchCatalog(bare, 'abab').feeds).toHaveLength(1);
    expect(searchCatalog(bare, 'btc').feeds).toHaveLength(0);
  });
});

describe('a catalog', () => {
  it('of hostile texts is indexed in turns, and offers only so many asset types', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const marks = `${'\u0E33\u0301'.repeat(300)}\u202E`;
    const feeds = Array.from({ length: 2_000 }, (_, at) => ({
      id: String(at).padStart(64, '0'),
      attributes: { symbol: `${at}${marks}`, description: marks, asset_type: `type ${at}` },
    }));
    const { entries, assetTypes } = await indexCatalog([...FEEDS, ...feeds]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(entries.length).toBeGreaterThan(2_000);
    expect(assetTypes.slice(0, 4)).toEqual(['Crypto', 'Currencies', 'Stocks', 'Metals']);
    expect(assetTypes.length).toBeLessThan(30);
  });

  it('of hostile texts is searched within a limit of characters for each feed and keystroke', async () => {
    const long = 'bitcion '.repeat(200);
    const feeds = Array.from({ length: 4_000 }, (_, at) => ({
      id: String(at).padStart(64, '0'),
      attributes: { symbol: `${at}${long}`, base: long, description: long },
    }));
    const index = await indexCatalog(feeds);
    const lengths = new Set(index.entries.map(({ words }) => words.length));
    expect(Math.max(...lengths)).toBe(400);
    expect(searchCatalog(index, 'bitcoin').feeds).toHaveLength(600_000 / 400);
  });

  it('lists its asset types, those of the specification first', async () => {
    const rare = feed('Kalshi.RAIN', 'RAIN', 'kalshi');
    const { assetTypes } = await indexCatalog([rare, ...FEEDS]);
    expect(assetTypes).toEqual(['Crypto', 'Currencies', 'Stocks', 'Metals', 'Kalshi']);
  });

  it('can be browsed by symbol, without deprecated feeds', () => {
    const equities = browseCatalog(INDEX, 'Stocks').map(({ id }) => id.split('.').at(-1));
    expect(equities).toEqual(['GLD/USD', 'GS/USD', 'MRGLD/USD']);
    expect(browseCatalog(INDEX, null)).toHaveLength(FEEDS.length - 1);
  });
});

describe('a search in the language of the user', () => {
  it.each([
    ['ja', '円', ['USD/JPY']],
    ['ja', '金', ['XAU/USD']],
    ['de', 'japanischer yen', ['USD/JPY']],
    ['de', 'Yen', ['USD/JPY']],
    ['ru', 'доллар', ['XAU/USD', 'USD/JPY', 'BTC/USD']],
  ])('in %s finds %s', async (language, query, found) => {
    vi.resetModules();
    setLocale(readLocale(language), language);
    const search = await import('@/lib/domain/watchlist/search-catalog.ts');
    const index = await search.indexCatalog(
      FEEDS.filter(({ id }) => /BTC\/(USD|EUR)$|XAU|JPY/.test(id) && !id.includes('WBTC')),
    );
    const symbols = search.searchCatalog(index, query).feeds.map(({ id }) => id.split('.').at(-1));
    expect(new Set(symbols)).toEqual(new Set(found));
  });
});

// A catalog of almost 3,000 feeds, as a service sent it.
const CATALOG = new URL(
  '../../../../../shared/data/catalogue/price_feeds-2912-derived.json',
  import.meta.url,
);
if (!existsSync(CATALOG)) console.warn('Skipped: the recorded catalog is missing.');

describe.skipIf(!existsSync(CATALOG))('typed text, in any form, first finds', () => {
  it.each([
    [
      'en',
      {
        'Société Générale': 'GLE/EUR',
        'societe generale': 'GLE/EUR',
        'L’Oréal': 'OR/EUR',
        loreal: 'OR/EUR',
        'Crédit Agricole': 'ACA/EUR',
        ＢＴＣ: 'BTC/USD',
        'b\u200Bt\u00ADc': 'BTC/USD',
      },
    ],
    [
      'fr',
      {
        'couronne suedoise': 'USD/SEK',
        'COURONNE SUÉDOISE': 'USD/SEK',
        'real bresilien': 'USD/BRL',
      },
    ],
    ['pt-BR', { 'franco suico': 'USD/CHF' }],
    ['ar', { 'جنيه استرليني': 'GBP/USD', 'دولار امريكي': 'BTC/USD' }],
    ['ja', { ﾕｰﾛ: 'EUR/USD', ゆーろ: 'EUR/USD', ＵＳＤＪＰＹ: 'USD/JPY' }],
    [
      'es',
      { 'dolar canadiense': 'USD/CAD', 'dólar canadiense': 'USD/CAD', 'yen japones': 'USD/JPY' },
    ],
    ['de', { 'türkische lira': 'USD/TRY', 'turkische lira': 'USD/TRY' }],
    ['ru', { йена: 'USD/JPY' }],
    ['ko', { 유로: 'EUR/USD' }],
  ])('in %s: %j', async (language, expected) => {
    vi.resetModules();
    setLocale(readLocale(language), language);
    const search = await import('@/lib/domain/watchlist/search-catalog.ts');
    const feeds: Feed[] = JSON.parse(readFileSync(CATALOG, 'utf8'));
    const index = await search.indexCatalog(feeds);
    const first = (query: string) =>
      search.searchCatalog(index, query).feeds.at(0)?.attributes['display_symbol'];
    const found = Object.fromEntries(Object.keys(expected).map((query) => [query, first(query)]));
    expect(found).toEqual(expected);
  });
});
