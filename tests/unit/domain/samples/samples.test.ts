import { describe, expect, it } from 'vitest';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { sampleCandles } from '@/lib/domain/samples/sample-candles.ts';
import { sampleFeeds, type SampleFeed } from '@/lib/domain/samples/sample-feeds.ts';
import { sampleMantissa, samplePriceAt } from '@/lib/domain/samples/sample-price.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { starterFeeds, STARTER_SETS } from '@/lib/domain/watchlist/starter-sets.ts';

/** A Wednesday, 15:00 UTC: every market is open. */
const OPEN = Date.UTC(2026, 9, 28, 15) / 1_000;
/** The Saturday after. */
const CLOSED = Date.UTC(2026, 9, 31, 15) / 1_000;

const DAY = 86_400;
const FEEDS = [...sampleFeeds().values()];

function feed(symbol: string): SampleFeed {
  const found = FEEDS.find(({ attributes }) => attributes['display_symbol'] === symbol);
  if (!found) throw new Error(`No sample of ${symbol}`);
  return found;
}

describe('sample feeds', () => {
  it('are those of the starter sets and the initial watchlist, exchange rates, and a tiny price', () => {
    for (const { id, attributes } of [...STARTER_SETS.flatMap(starterFeeds), ...DEFAULT_FEEDS]) {
      expect(sampleFeeds().get(id)?.attributes['symbol']).toBe(attributes['symbol']);
    }
    for (const symbol of ['BONK/USD', 'USD/BRL', 'USD/INR', 'NZD/USD']) feed(symbol);
  });

  it('have a level, a name and hours', () => {
    for (const { level, attributes } of FEEDS) {
      expect(level, attributes['symbol']).toBeGreaterThan(1_000);
      expect(attributes['description']).toBeTruthy();
      expect(attributes['schedule']).toBeTruthy();
    }
  });
});

describe('sample prices', () => {
  it('are the same whenever they are asked for', () => {
    const btc = feed('BTC/USD');
    const before = samplePriceAt(btc, OPEN);
    samplePriceAt(btc, OPEN + 1_000);
    expect(samplePriceAt(btc, OPEN)).toEqual(before);
    // So that no change of the code moves the prices of a profile by mistake.
    expect(before).toMatchInlineSnapshot(`
      {
        "conf": 3553424029,
        "emaConf": 3729543704,
        "emaPrice": 6215906173010,
        "price": 6211056757920,
        "publishTime": 1793199600,
      }
    `);
  });

  it('are whole numbers that move without jumps', () => {
    for (const each of FEEDS) {
      let before = samplePriceAt(each, OPEN);
      for (let time = OPEN + 1; time < OPEN + 300; time += 1) {
        const now = samplePriceAt(each, time);
        expect(Object.values(now).every(Number.isSafeInteger)).toBe(true);
        expect(now.conf).toBeGreaterThan(0);
        expect(Math.abs(now.price / before.price - 1)).toBeLessThan(0.01);
        before = now;
      }
    }
  });

  it('stay near their levels for years, and move within a day', () => {
    for (const each of FEEDS) {
      const days = Array.from({ length: 800 }, (_, day) => sampleMantissa(each, OPEN + day * DAY));
      expect(Math.max(...days) / each.level).toBeLessThan(1 + 8 * each.swing);
      expect(each.level / Math.min(...days)).toBeLessThan(1 + 8 * each.swing);
      const changes = days.slice(1).map((price, day) => Math.abs(price / (days[day] ?? 0) - 1));
      expect(Math.max(...changes)).toBeGreaterThan(each.swing);
    }
  });

  it('rest while the market is closed', () => {
    const apple = feed('AAPL/USD');
    const [closed, later] = [samplePriceAt(apple, CLOSED), samplePriceAt(apple, CLOSED + 3_600)];
    expect(later).toEqual(closed);
    expect(new Date(closed.publishTime * 1_000).toISOString()).toBe('2026-10-30T19:59:59.000Z');
    expect(samplePriceAt(feed('BTC/USD'), CLOSED).publishTime).toBe(CLOSED);
  });
});

describe('sample candles', () => {
  it.each(['BTC/USD', 'USD/JPY', 'XAU/USD', 'AAPL/USD', 'BONK/USD'])(
    'of a minute contain every price of it: %s',
    (symbol) => {
      const each = feed(symbol);
      const range = { from: OPEN, to: OPEN + 1_800, length: 60, now: OPEN + 1_825 };
      const candles = sampleCandles(each, range);
      expect(candles).toHaveLength(31);
      for (const { start, open, high, low, close } of candles) {
        const seconds = Array.from({ length: 60 }, (_, second) => start + second);
        const past = seconds.filter((time) => time <= range.now);
        const prices = past.map((time) => samplePriceAt(each, time).price);
        expect([open, high, low, close]).toEqual([
          prices[0],
          Math.max(...prices),
          Math.min(...prices),
          prices.at(-1),
        ]);
      }
    },
  );

  it('of a day contain the prices of its ends', () => {
    const btc = feed('BTC/USD');
    const from = OPEN - 365 * DAY;
    const candles = sampleCandles(btc, { from, to: OPEN, length: DAY, now: OPEN });
    expect(candles).toHaveLength(365);
    for (const { start, open, high, low, close } of candles) {
      expect(open).toBe(samplePriceAt(btc, start).price);
      expect(close).toBe(samplePriceAt(btc, Math.min(start + DAY - 1, OPEN)).price);
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    }
  });

  it('leave out the time in which the market was closed', () => {
    const apple = feed('AAPL/USD');
    const from = OPEN - 7 * DAY;
    const candles = sampleCandles(apple, { from, to: CLOSED, length: 900, now: CLOSED });
    const schedule = parseSchedule(apple.attributes);
    for (const { start } of candles) expect(isMarketOpen(schedule, start * 1_000)).toBe(true);
    const expected = Array.from({ length: (CLOSED - from) / 900 + 1 }, (_, n) => from + n * 900);
    expect(candles.map(({ start }) => start)).toEqual(
      expected.filter((start) => isMarketOpen(schedule, start * 1_000)),
    );
  });
});
