import { describe, expect, it, vi } from 'vitest';
import { offerDetail } from '@/lib/domain/offers/offer-words.ts';
import { offersFor, type Offer, type OfferPlace } from '@/lib/domain/offers/offers.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { indexCatalog } from '@/lib/domain/watchlist/search-catalog.ts';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';

/** The symbol in hexadecimal, so that results can be translated back. */
const idOf = (symbol: string): string => Buffer.from(symbol).toString('hex').padEnd(64, '0');
const symbolOf = ({ id }: Pick<Feed, 'id'>): string =>
  Buffer.from(id.replace(/(?:00)+$/, ''), 'hex').toString();

function feed(symbol: string, description: string, assetType = 'Crypto'): Feed {
  const [base = '', quote = '%'] = symbol.split('/');
  return {
    id: idOf(symbol),
    attributes: {
      symbol: `${assetType}.${symbol}`,
      display_symbol: symbol,
      base,
      quote_currency: quote,
      description,
      asset_type: assetType,
    },
  };
}

const FEEDS = [
  feed('BTC/USD', 'BITCOIN / US DOLLAR'),
  feed('ETH/USD', 'ETHEREUM / US DOLLAR'),
  feed('ETH2X/USD', 'ETHEREUM TWICE / US DOLLAR'),
  feed('DOGE/USD', 'DOGECOIN / US DOLLAR'),
  feed('LINK/USD', 'CHAINLINK / US DOLLAR'),
  feed('XRP/USD', 'RIPPLE / US DOLLAR'),
  feed('EUR/USD', 'EURO / US DOLLAR', 'FX'),
  feed('AAPL/USD', 'APPLE INC / US DOLLAR', 'Equity'),
  feed('SPY/USD', 'SPDR S&P 500 ETF TRUST / US DOLLAR', 'Equity'),
  feed('US10Y', '10-YEAR TREASURY', 'Rates'),
];
const INDEX = await indexCatalog(FEEDS);

const PRICES: Record<string, string> = {
  'BTC/USD': '81303.26',
  'ETH/USD': '2802.79',
  'EUR/USD': '1.17226',
  'AAPL/USD': '263.439',
  US10Y: '-0.25',
};

function place(other: Partial<OfferPlace> = {}): OfferPlace {
  return {
    index: INDEX,
    priceOf: (id) => parseDecimal(PRICES[symbolOf({ id })] ?? ''),
    assetType: null,
    listed: Object.keys(PRICES).map(idOf),
    holdings: {},
    names: {},
    areAmountsHidden: false,
    rates: { currency: null, currencyFeeds: {} },
    locale: 'en',
    ...other,
  };
}

function said(offer: Offer): string {
  switch (offer.kind) {
    case 'alert':
      return `alert ${symbolOf(offer.feed)} ${offer.direction} ${offer.level}`;
    case 'sentence':
      return `sentence ${symbolOf(offer.feed)} ${offer.level}`;
    case 'own':
      return `own ${offer.quantity} ${symbolOf(offer.feed)}${offer.more === null ? '' : ` (${offer.more} more)`}`;
    case 'chart':
      return `chart ${symbolOf(offer.feed)} ${offer.period}`;
    case 'group':
      return `group ${offer.feeds.map(symbolOf).join(' ')}`;
    default:
      return [`add ${offer.feeds.map(symbolOf).join(' ')}`, ...offer.unknown].join(' without ');
  }
}

function read(text: string, other?: Partial<OfferPlace>): string[] {
  return offersFor(text, place(other)).offers.map(said);
}

const ids = (text: string, other?: Partial<OfferPlace>): string[] =>
  offersFor(text, place(other)).feeds.map(symbolOf);

describe('a name', () => {
  it.each([
    ['doge', 'DOGE/USD'],
    ['btc usd', 'BTC/USD'],
    ['BTC, USD', 'BTC/USD'],
    ['10-year treasury', 'US10Y'],
    ['us10y', 'US10Y'],
    ['eth2x', 'ETH2X/USD'],
  ])('%s finds %s, and nothing else is offered', (text, id) => {
    expect(ids(text)[0]).toBe(id);
    expect(read(text)).toEqual([]);
  });

  it('of a class that is not chosen is not found', () => {
    expect(ids('btc', { assetType: 'Metals' })).toEqual([]);
  });
});

describe('a name and a figure', () => {
  it.each([
    ['btc 85k', 'alert BTC/USD above 85000'],
    ['btc 82,000', 'alert BTC/USD above 82000'],
    ['btc 82 000.5', 'alert BTC/USD above 82000.5'],
    ['bitcoin 64k', 'alert BTC/USD below 64000'],
    ['btc +1%', 'alert BTC/USD above 82116.3'],
    ['btc −2%', 'alert BTC/USD below 79677.2'],
    ['btc 16260.652', 'alert BTC/USD below 16260.652'],
    ['btc 16260.651', 'own 16260.651 BTC/USD'],
    ['btc 406516.3', 'alert BTC/USD above 406516.3'],
    ['btc 406516.31', 'own 406516.31 BTC/USD'],
    ['btc 81303.26', 'alert BTC/USD above 81303.26'],
    ['eth 2.5', 'own 2.5 ETH/USD'],
    ['2.5 eth', 'own 2.5 ETH/USD'],
    ['eth -3', 'own -3 ETH/USD'],
    ['eth 0.1234567890123456789', undefined],
    ['eth 0', undefined],
    ['us10y -0.5', 'alert US10Y below -0.5'],
    // Nobody owns a rate.
    ['us10y 30', 'alert US10Y above 30'],
    // Without a price, the figure could mean either.
    ['doge 0.2', undefined],
    ['spy 500', undefined],
  ])('%s: %s', (text, first) => {
    expect(read(text)[0]).toBe(first);
  });

  it('also offers the sentence, and the other meaning', () => {
    expect(read('aapl 250')).toEqual([
      'alert AAPL/USD below 250',
      'sentence AAPL/USD 250',
      'own 250 AAPL/USD',
    ]);
    expect(read('aapl 10')).toEqual(['own 10 AAPL/USD', 'alert AAPL/USD below 10']);
    expect(ids('aapl 10')).toEqual(['AAPL/USD']);
  });

  it('offers what comes on top of what is owned', () => {
    const holdings = { [idOf('ETH/USD')]: { quantity: '4', cost: null } };
    expect(read('eth 2.5', { holdings }).slice(0, 2)).toEqual([
      'own 2.5 ETH/USD',
      'own 6.5 ETH/USD (2.5 more)',
    ]);
    expect(read('eth -4', { holdings })).not.toContain('own 0 ETH/USD (-4 more)');
  });

  it('says what an amount is worth in the display currency, once its rate is known', () => {
    const worth = (other?: Partial<OfferPlace>): string => {
      const here = place(other);
      const [own] = offersFor('eth 2.5', here).offers;
      return own ? offerDetail(own, here) : '';
    };
    const rates = {
      currency: 'EUR',
      currencyFeeds: { EUR: { id: idOf('EUR/USD'), isInverse: false } },
    };
    expect(worth()).toBe('Worth 7,006.98 USD');
    // 7,006.975 dollars at 1.17226 dollars a euro.
    expect(worth({ rates })).toBe('Worth 5,977.32 EUR');
    const { priceOf } = place();
    const unknown = idOf('EUR/USD');
    expect(worth({ rates, priceOf: (id) => (id === unknown ? null : priceOf(id)) })).toBe(worth());
  });

  it('is read in the format of the locale', () => {
    expect(read('eth 2,5', { locale: 'de' })[0]).toBe('own 2.5 ETH/USD');
    expect(read('btc 82.000', { locale: 'de' })[0]).toBe('alert BTC/USD above 82000');
  });

  it('says why an ambiguous figure is not read', () => {
    const { problem, offers } = offersFor('btc 82.000', place({ locale: 'fr' }));
    expect(problem).toMatch(/82000.*82,000/);
    expect(offers).toEqual([]);
  });
});

describe('a name and a period', () => {
  it.each([
    ['eth 1h', '1h'],
    ['eth 1d', '24h'],
    ['eth 7D', '7d'],
    ['ethereum 30d', '30d'],
    ['eth 1y', '1y'],
  ])('%s opens the chart', (text, period) => {
    expect(read(text)).toEqual([`chart ETH/USD ${period}`]);
  });

  it('may be in the words of the chart', async () => {
    vi.resetModules();
    setLocale(readLocale('de'), 'de');
    const german = await import('@/lib/domain/offers/offers.ts');
    for (const text of ['eth 1 j', 'eth 1J', 'eth 1y']) {
      expect(german.offersFor(text, place()).offers.map(said)).toEqual(['chart ETH/USD 1y']);
    }
  });
});

describe('a list', () => {
  const added = ['add LINK/USD DOGE/USD XRP/USD', 'group LINK/USD DOGE/USD XRP/USD'];
  const addedOf4 = [added[0], `${added[1]} BTC/USD`];
  it.each([
    ['LINK, DOGE, XRP, BTC', addedOf4],
    ['LINK\nDOGE\r\nXRP\nBTC\n', addedOf4],
    ['link doge xrp', added],
    ['link;doge；xrp', added],
    ['chainlink, dogecoin, ripple, doge', added],
    ['LINK, QQQQ, DOGE', ['add LINK/USD DOGE/USD without QQQQ', 'group LINK/USD DOGE/USD']],
    ['LINK, QQQQ', ['add LINK/USD without QQQQ']],
    ['btc, eth', ['group BTC/USD ETH/USD']],
  ])('%j: %j', (text, offers) => {
    expect(read(text)).toEqual(offers);
  });

  it('shows everything that it names, in its order', () => {
    expect(ids('LINK, BTC, DOGE')).toEqual(['LINK/USD', 'BTC/USD', 'DOGE/USD']);
  });

  it('is not seen in the words of a name, or in a figure', () => {
    expect(read('apple inc')).toEqual([]);
    expect(read('link qqqq')).toEqual([]);
    expect(read('btc 85,000')[0]).toBe('alert BTC/USD above 85000');
  });

  it('is bounded', () => {
    const many = Array.from({ length: 60 }, (_, at) => (at === 55 ? 'doge' : `q${at}q`));
    expect(read(['link', ...many].join(','))[0]).not.toContain('DOGE');
    expect(read(`${'q,'.repeat(1_000)}doge`)).toEqual([]);
    expect(read('1 '.repeat(100_000)).length).toBeLessThan(4);
  });
});

describe('no match', () => {
  it.each([
    ['bitcion', 'BTC/USD'],
    ['etherum', 'ETH/USD'],
    ['bitcion 85k', 'BTC/USD'],
    ['dogge coin', 'DOGE/USD'],
  ])('%s: the nearest is %s, which Enter does not choose', (text, id) => {
    const { feeds, offers, isGuess } = offersFor(text, place());
    expect(feeds.map(symbolOf)[0]).toBe(id);
    expect(feeds.length).toBeLessThanOrEqual(3);
    expect({ offers, isGuess }).toEqual({ offers: [], isGuess: true });
  });

  it('and nothing that looks like it', () => {
    const nothing = { offers: [], feeds: [], isGuess: false, problem: null };
    expect(offersFor('qqqq', place())).toEqual(nothing);
    expect(offersFor(' \u200B ', place())).toEqual(nothing);
  });
});
