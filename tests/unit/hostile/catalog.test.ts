import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { refreshCatalog } from '@/lib/background/connection/catalog.ts';
import { createService } from '@/lib/background/connection/service.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { isMarketOpen } from '@/lib/domain/prices/market-schedule.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { catalogStatus, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { storedBytes } from '@/lib/storage/stored-bytes.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { startPriceService } from '../../price-service/server.ts';
import { BTC, ETH } from '../background/feeds.ts';
import { countingFetch } from './worker.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { serviceWith } from '../domain/connection/services.ts';

/** The browser's limit of `storage.local`. */
const QUOTA_BYTES = 10 * 1024 * 1024;
const MIB = 1024 * 1024;
const RIGHT_TO_LEFT = 'שלום';

/** Fetches a catalog with this text as the worker does. */
async function take(text: string) {
  const fetch = async () => new Response(text);
  const client = new PriceServiceClient('https://prices.example', { httpRetries: 0, fetch });
  await refreshCatalog({ id: 'a', client }, new AbortController().signal);
  return { ...(await catalog.getValue()), ...(await catalogStatus.getValue()) };
}

function catalogOf(...feeds: { id: string; attributes: object }[]): string {
  return JSON.stringify(feeds);
}

describe('a catalog', () => {
  it('of a million feeds is refused before it is parsed, and the old one remains', async () => {
    await catalog.setValue({ fetchedAt: 1, feeds: [{ id: BTC, attributes: {} }] });
    const parse = vi.spyOn(JSON, 'parse');
    const feed = '{"id":"ab","attributes":{}},';
    const { feeds, error } = await take(`[${feed.repeat(130_000)}${feed.slice(0, -1)}]`);
    expect(error).toMatchObject({ code: 'invalid-answer' });
    expect(feeds).toHaveLength(1);
    expect(parse.mock.calls.every(([text]) => text.length < 1_000)).toBe(true);
  });

  it('of very many feeds is read without blocking other work', async () => {
    let turns = 0;
    const turn = setInterval(() => (turns += 1));
    const feed = '{"id":"ab","attributes":{}},';
    await take(`[${feed.repeat(59_999)}${feed.slice(0, -1)}]`);
    clearInterval(turn);
    // 120 turns of 500 feeds; a timer fires in about half of them.
    expect(turns).toBeGreaterThan(30);
  });

  it("beyond the worker's size limit is not read further, and the old one remains", async () => {
    const service = await startPriceService({ updatesPerSecond: 0 });
    onTestFinished(() => service.close());
    service.fail({ kind: 'huge', bytes: 2 ** 40 });
    const counter = countingFetch();
    vi.stubGlobal('fetch', counter.fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createService(serviceWith({ baseUrl: service.url })).client;
    await catalog.setValue({ fetchedAt: 1, feeds: [{ id: BTC, attributes: {} }] });
    await refreshCatalog({ id: 'a', client }, new AbortController().signal);
    const { error } = await catalogStatus.getValue();
    expect(error && serviceProblemWords(error)).toMatch(/^[A-Z].*\.$/);
    expect((await catalog.getValue()).feeds).toHaveLength(1);
    expect(counter.bytes()).toBeGreaterThan(4 * MIB);
    expect(counter.bytes()).toBeLessThan(5 * MIB);
  });

  it('of endless texts takes a limited part of storage', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`key${index}`, 'x'.repeat(10_000)]),
    );
    const feeds = Array.from({ length: 8 }, (_, index) => ({ id: String(index), attributes }));
    const stored = await take(catalogOf(...feeds));
    expect(JSON.stringify(stored).length).toBeLessThan(QUOTA_BYTES / 2);
    expect(stored.error).toBeNull();
  });

  it.each([
    ['less-than signs', '<'],
    ['control characters', '\u0001'],
    ['line separators', '\u2028'],
    ['halves of emoji', '\uD83E'],
    ['quotes', '"'],
    ['kana', 'ゴ'],
  ])('of %s leaves the room of alerts, whatever is on the watchlist', async (_, text) => {
    const attributes = { symbol: text.repeat(400), description: text.repeat(1_300) };
    // As many as one response may have.
    const bytes = Buffer.byteLength(JSON.stringify(attributes)) + 100;
    const feeds = Array.from({ length: Math.min(1_000, (4 * MIB) / bytes) }, (_each, index) => ({
      id: index.toString(16).padStart(64, '0'),
      attributes,
    }));
    await watchlist.setValue(feeds.map(({ id }) => id));
    await take(catalogOf(...feeds));
    // The next list claims that each feed has another name.
    const others = feeds.map(({ id, attributes: { symbol, description } }) => ({
      id,
      attributes: { symbol: `a${symbol}`, description: `b${description}` },
    }));
    const { error } = await take(catalogOf(...others));
    expect(error).toBeNull();
    const { local, session } = fakeBrowser.storage;
    expect(storedBytes(await local.get(null))).toBeLessThan(QUOTA_BYTES / 2);
    expect(storedBytes(await session.get(null))).toBeLessThan(QUOTA_BYTES / 4);
  });

  it('with ids like object keys, missing, repeated or in capitals does not affect other feeds', async () => {
    await watchlist.setValue([BTC, ETH]);
    const odd = ['__proto__', 'constructor', 'toString', '', BTC.toUpperCase(), '\u202E'];
    const feeds = [...odd, ETH, BTC, BTC].map((id) => ({ id, attributes: { symbol: 'A' } }));
    const { error } = await take(JSON.stringify(feeds));
    expect(error).toBeNull();
    const followed = await followedFeeds.getValue();
    expect(new Set(Object.keys(followed))).toEqual(new Set([BTC, ETH]));
    expect(Object.getPrototypeOf(followed)).toBe(Object.prototype);
    expect('symbol' in {}).toBe(false);
  });

  it.each([
    ['not JSON', '<html>'],
    ['an object', '{"__proto__":[]}'],
    ['numbers', '[1,2,3]'],
    ['feeds without ids', '[{"attributes":{}}]'],
    ['attributes that are not text', `[{"id":"${BTC}","attributes":{"symbol":{"a":1}}}]`],
  ])('that is none (%s) keeps the one before and says so', async (_, text) => {
    await take(catalogOf({ id: BTC, attributes: { symbol: 'Crypto.BTC/USD' } }));
    const { feeds, error } = await take(text);
    expect(feeds).toHaveLength(1);
    expect(error && serviceProblemWords(error)).toMatch(/^[A-Z].*\.$/);
  });
});

describe('attributes', () => {
  const hostile: [string, object][] = [
    [
      'named like parts of objects',
      JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'),
    ],
    ['with such values', { symbol: '__proto__', description: 'constructor' }],
    ['of 10 kB', { symbol: 'S'.repeat(10_000), description: 'D'.repeat(10_000) }],
    ['with markup', { symbol: '<img src=x onerror=alert(1)>', description: '<script>1</script>' }],
    ['with control characters', { symbol: 'A\u0000\u0007\n\r\tB', description: '\u001B[31mred' }],
    ['with bidi controls', { symbol: '\u202Egnp.exe', description: '\u2066a\u2069\u200F\u061C' }],
    ['with lone surrogates', { symbol: '\uD800', description: 'x\uDC00' }],
    ['that are missing', {}],
    ['with an invalid schedule', { schedule: `America/New_York;${'O,'.repeat(5_000)}` }],
    ['with an invalid time zone', { schedule: '__proto__;O,O,O,O,O,O,O;' }],
  ];

  it.each(hostile)(
    '%s: one line of bounded text, the other feeds unharmed',
    async (_, attributes) => {
      await watchlist.setValue([BTC, ETH]);
      await take(
        catalogOf({ id: BTC, attributes }, { id: ETH, attributes: { display_symbol: 'ETH/USD' } }),
      );
      const followed = await followedFeeds.getValue();
      const { symbol, description } = feedName(followed[BTC], BTC);
      for (const text of [symbol, description]) {
        expect(text).not.toMatch(/[\p{Cc}\u200E\u200F\u202A-\u202E\u061C]/u);
        expect(text.isWellFormed()).toBe(true);
        expect(text.length).toBeLessThanOrEqual(200);
      }
      expect(symbol).not.toBe('');
      expect(isMarketOpen(parseSchedule(followed[BTC]), Date.now())).toBeTypeOf('boolean');
      expect(feedName(followed[ETH], ETH).symbol).toBe('ETH/USD');
      expect(attribute(followed[ETH], 'constructor')).toBeUndefined();
    },
  );

  it('in right-to-left scripts do not change the order of the prices beside them', () => {
    const { symbol, description } = feedName(
      { display_symbol: `${RIGHT_TO_LEFT}/USD`, description: `${RIGHT_TO_LEFT} / US DOLLAR` },
      BTC,
    );
    // First-strong isolate … pop directional isolate. They also work in tooltips and notifications.
    expect(symbol).toBe(`\u2068${RIGHT_TO_LEFT}/USD\u2069`);
    expect(description).toMatch(/^\u2068.*\u2069$/);
  });
});
