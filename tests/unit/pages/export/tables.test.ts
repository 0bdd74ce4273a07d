import { describe, expect, it } from 'vitest';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import type { WatchlistSnapshot } from '@/lib/pages/export/watchlist-snapshot.ts';
import { collectedPricesText } from '@/lib/pages/export/feed-files.ts';
import { watchlistText } from '@/lib/pages/export/watchlist-table.ts';
import { proofOf } from '../../proofs.ts';

const AT = Date.UTC(2026, 10, 21, 7, 20, 15);
const ID = 'e6'.repeat(32);

const SNAPSHOT: Omit<WatchlistSnapshot, 'market'> = {
  atMs: AT,
  group: null,
  changePeriod: '24h',
  currency: null,
  feeds: [
    {
      id: ID,
      symbol: 'BTC/USD',
      subject: 'Bitcoin',
      ownName: '=HYPERLINK("x")',
      assetType: 'Crypto',
      changePercent: '-1.20',
      changeFrom: null,
      convertedTo: null,
      parts: [],
      price: {
        price: '-9007199254740993123',
        conf: '1250000000',
        expo: -8,
        publishTime: AT / 1_000 - 75,
        emaPrice: '1',
        emaConf: '0',
        emaExpo: 2,
        slot: null,
        prevPublishTime: null,
        proofAvailableTime: null,
        receivedAt: AT,
        direction: 1,
        proof: proofOf('verified', ''),
      },
    },
    {
      id: 'ab'.repeat(32),
      symbol: 'NEW',
      subject: '',
      ownName: null,
      assetType: null,
      changePercent: null,
      changeFrom: null,
      convertedTo: null,
      parts: [],
      price: null,
    },
  ],
};

describe('the watchlist as a table', () => {
  it('has every digit in CSV', () => {
    const [header, first, second] = watchlistText(SNAPSHOT, 'csv').slice(1).split('\r\n');
    expect(header).toBe(
      'symbol,name,id,asset_type,price,confidence,ema_price,ema_confidence,publish_time,age_seconds,signatures,signatures_note,change_percent_24h',
    );
    expect(first).toBe(
      `BTC/USD,"'=HYPERLINK(""x"")",${ID},Crypto,-90071992547.40993123,12.50000000,100,0,2026-11-21T07:19:00Z,75,verified,3/5 Pyth routers,-1.20`,
    );
    expect(second).toBe(`NEW,,${'ab'.repeat(32)},,,,,,,,,,`);
  });

  it('has numbers as strings in JSON', () => {
    const { feeds, ...rest } = JSON.parse(watchlistText(SNAPSHOT, 'json'));
    expect(rest).toEqual({ exportedAt: '2026-11-21T07:20:15Z', group: null, changePeriod: '24h' });
    expect(feeds[0]).toMatchObject({ price: '-90071992547.40993123', age_seconds: 75 });
    expect(feeds[1]).toMatchObject({ symbol: 'NEW', price: null, signatures: null });
  });
});

describe('the watchlist in a display currency', () => {
  const [first] = SNAPSHOT.feeds;
  const quoted = { ...first!.price!, price: '6400000', conf: '500', expo: -2 };
  const rate = { ...quoted, price: '125', conf: '0', expo: -2, publishTime: AT / 1_000 - 90 };
  const inEuros: typeof SNAPSHOT = {
    ...SNAPSHOT,
    currency: 'EUR',
    feeds: [
      {
        ...first!,
        ownName: null,
        price: { ...rate, price: '512000', conf: '40', expo: -1 },
        convertedTo: 'EUR',
        parts: [
          { id: ID, symbol: 'BTC/USD', currency: 'USD', price: quoted, condition: null },
          { id: 'eu', symbol: 'EUR/USD', currency: 'USD', price: rate, condition: 'closed' },
        ],
      },
      {
        ...first!,
        symbol: 'EUR/USD',
        ownName: null,
        price: rate,
        parts: [{ id: 'eu', symbol: 'EUR/USD', currency: 'USD', price: rate, condition: 'closed' }],
      },
    ],
  };

  it('keeps in CSV what was quoted, and the rates', () => {
    const [header, bitcoin, euro] = watchlistText(inEuros, 'csv').slice(1).split('\r\n');
    expect(header).toMatch(
      /^symbol,.*,change_percent_24h,currency,quoted_price,quoted_confidence,quoted_currency,rates,conditions$/,
    );
    expect(bitcoin).toMatch(/^BTC\/USD,,[^,]*,Crypto,51200\.0,4\.0,.*T07:18:45Z,90,verified/);
    expect(bitcoin).toMatch(/-1\.20,EUR,64000\.00,5\.00,USD,EUR\/USD 1\.25,EUR\/USD closed$/);
    expect(euro).toMatch(/-1\.20,USD,1\.25,0\.00,USD,,EUR\/USD closed$/);
  });

  it('keeps them in JSON', () => {
    const table = JSON.parse(watchlistText(inEuros, 'json'));
    expect(table.feeds).toMatchObject([
      { price: '51200.0', currency: 'EUR', quoted_price: '64000.00', rates: 'EUR/USD 1.25' },
      { price: '1.25', currency: 'USD', rates: '' },
    ]);
  });
});

const SAMPLE: CollectedPrice = {
  time: AT / 1_000,
  price: '6431245781203',
  conf: '1250000000',
  expo: -8,
  emaPrice: '6418002000000',
  emaConf: '1300000000',
  emaExpo: -8,
  trust: 'mine',
};

describe('the collected prices of a feed as a table', () => {
  const feed = { id: ID, symbol: 'BTC/USD' };
  const options = { trust: 'mine', note: null, atMs: AT };

  it('have every digit in CSV', () => {
    expect(collectedPricesText(feed, [SAMPLE], 'csv', options).slice(1)).toBe(
      'publish_time,publish_time_unix,price,confidence,ema_price,ema_confidence,verified\r\n' +
        '2026-11-21T07:20:15Z,1795245615,64312.45781203,12.50000000,64180.02000000,13.00000000,yes\r\n',
    );
  });

  it('are verified only under the trust in force', () => {
    const csv = collectedPricesText(feed, [SAMPLE], 'csv', { ...options, trust: 'other' });
    expect(csv).toMatch(/,no\r\n$/);
  });

  it('have numbers as strings in JSON', () => {
    expect(JSON.parse(collectedPricesText(feed, [SAMPLE], 'json', options))).toEqual({
      symbol: 'BTC/USD',
      id: ID,
      exportedAt: '2026-11-21T07:20:15Z',
      prices: [
        {
          publish_time: '2026-11-21T07:20:15Z',
          publish_time_unix: '1795245615',
          price: '64312.45781203',
          confidence: '12.50000000',
          ema_price: '64180.02000000',
          ema_confidence: '13.00000000',
          verified: 'yes',
        },
      ],
    });
  });
});
