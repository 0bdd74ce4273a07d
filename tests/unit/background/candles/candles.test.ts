import { afterEach, describe, expect, it, vi } from 'vitest';
import { CANDLE_ITEMS, Candles } from '@/lib/background/candles/candles.ts';
import { cache } from '@/lib/background/cached.ts';
import { readPastPrice, writePastPrice } from '@/lib/domain/history/past-price.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { readCandleLine } from '@/lib/domain/history/candle-line.ts';
import { candleFeeds, candleLines, feedsInView } from '@/lib/storage/values/candles.ts';
import { historyWanted, references } from '@/lib/storage/values/history.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { startHistoryService, type HistoryService } from '../../../history-service/server.ts';
import { buildCatalog } from '../../../price-service/catalog.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import { receivedPrice } from '../feeds.ts';
import { memoryCandles } from './memory-candles.ts';

const FEEDS = buildCatalog(0);
const AUTHORIZATION = { name: 'Authorization', value: 'Bearer key-of-charts' };
const FEED_IDS = FEEDS.filter(({ attributes }) => attributes['asset_type'] === 'Crypto').map(
  ({ id }) => id,
);
const [BTC = '', ETH = ''] = FEED_IDS;

const services: HistoryService[] = [];
const presences: Array<{ isPageOpen: boolean }> = [];

async function world(options: Parameters<typeof startHistoryService>[0] = {}) {
  const service = await startHistoryService({ requireHeader: AUTHORIZATION, ...options });
  services.push(service);
  await watchlist.setValue(FEED_IDS);
  const { id } = DEFAULT_SERVICE;
  const settings = { baseUrl: service.url, headers: [AUTHORIZATION] };
  await historyServices.setValue({ [id]: settings });
  const store = memoryCandles();
  const presence = { isPageOpen: true };
  presences.push(presence);
  const attributes = () => Object.fromEntries(FEEDS.map((feed) => [feed.id, feed.attributes]));
  const known = cache(references['24h']);
  const prices = new Map<string, StoredPrice>();
  const start = () => {
    const starts = () => [known.current];
    const candles = new Candles({ presence, attributes, starts, prices, store });
    for (const item of CANDLE_ITEMS) item.watch(() => void candles.reconcile());
    return candles;
  };
  return { service, store, presence, prices, start, id, settings };
}

/** Without those of daily candles, which `are fetched once a day` is about. */
const requestsOf = ({ requests }: HistoryService, id?: string) =>
  requests.filter(
    ({ path, ids, query }) =>
      path === '/history' && (!id || ids?.includes(id)) && !query.includes('resolution=1D'),
  );

afterEach(async () => {
  for (const presence of presences.splice(0)) presence.isPageOpen = false;
  await Promise.all(services.splice(0).map((service) => service.close()));
});

describe('candles', () => {
  it('are fetched for the rows in view with one request each, at least 48 of a day', async () => {
    const { service, start } = await world();
    const { reconcile } = start();
    await feedsInView.setValue([BTC, ETH]);
    void reconcile();
    await vi.waitFor(async () => expect(Object.keys(await candleLines.getValue())).toHaveLength(2));
    const line = readCandleLine((await candleLines.getValue())[BTC] ?? '');
    expect(line?.points.length).toBeGreaterThanOrEqual(48);
    expect(requestsOf(service, BTC)).toHaveLength(1);
    expect(requestsOf(service)).toHaveLength(2);
    expect(await candleFeeds.getValue()).toMatchObject({ [BTC]: { problem: null } });
  });

  it('are not fetched again by the next worker, but for the end', async () => {
    const { service, store, start } = await world();
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
    void start().reconcile();
    await vi.waitFor(() => expect(requestsOf(service, BTC)).toHaveLength(2));
    const [first, second] = requestsOf(service, BTC).map(({ query }) => new URLSearchParams(query));
    const span = (query?: URLSearchParams) => Number(query?.get('to')) - Number(query?.get('from'));
    expect(span(first)).toBeGreaterThan(80_000);
    expect(span(second)).toBeLessThan(3 * 1800);
    expect(service.requests.filter(({ path }) => path !== '/history')).toHaveLength(2);
    await vi.waitFor(() =>
      expect(store.keys()).toEqual([expect.stringContaining(BTC), `${BTC} 1D`]),
    );
  });

  it('are not fetched while no page is open', async () => {
    const { service, presence, start } = await world();
    presence.isPageOpen = false;
    await feedsInView.setValue([BTC]);
    const { reconcile } = start();
    await reconcile();
    expect(service.requests).toEqual([]);
    presence.isPageOpen = true;
    await reconcile();
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(1));
  });

  it('that were no longer wanted are fetched at once when they are wanted again', async () => {
    const { service, presence, start } = await world();
    const end = service.fail({ kind: 'hang', where: 'before', path: '/history' });
    await feedsInView.setValue([BTC]);
    const { reconcile } = start();
    await reconcile();
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(1));
    presence.isPageOpen = false;
    await reconcile();
    end();
    presence.isPageOpen = true;
    await reconcile();
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
  });

  it('of days are fetched once a day for the rows in view', async () => {
    const { service, store, start } = await world();
    const daily = () =>
      service.requests.filter(({ query }) => query.includes('resolution=1D')).length;
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(() => expect(store.keys()).toContain(`${BTC} 1D`));
    const lines = requestsOf(service, BTC).length;
    void start().reconcile();
    await vi.waitFor(() => expect(requestsOf(service, BTC).length).toBeGreaterThan(lines));
    expect(daily()).toBe(1);
  });

  it('of days wait until all lines are there', async () => {
    const { service, store, start } = await world();
    const end = service.fail({ kind: 'hang', where: 'before', path: 'BTC' });
    await feedsInView.setValue([BTC, ETH]);
    void start().reconcile();
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(ETH));
    expect(service.requests.filter(({ query }) => query.includes('resolution=1D'))).toEqual([]);
    end();
    await vi.waitFor(() => expect(store.keys()).toContain(`${ETH} 1D`));
  });

  it('of the open chart come first, and its year too', async () => {
    const { service, store, start } = await world();
    await historyWanted.setValue({ feedId: ETH, period: '24h' });
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(2));
    expect(requestsOf(service)[0]?.ids).toEqual([ETH]);
    await vi.waitFor(() => expect(store.keys()).toContain(`${ETH} 1D`));
  });

  it.each([
    [{ status: 403, body: 'Not entitled: feed 1' }, 'refused'],
    [{ status: 404, body: 'symbol not found' }, 'none'],
    [{ status: 400, body: '' }, 'rejected'],
    [{ status: 503, body: '' }, 'failed'],
  ])('of a feed that answers %j are marked, and do not touch others', async (answer, problem) => {
    const { service, start } = await world();
    service.fail({ kind: 'status', path: 'BTC/USD', ...answer });
    await feedsInView.setValue([BTC, ETH]);
    void start().reconcile();
    await vi.waitFor(async () =>
      expect(await candleFeeds.getValue()).toMatchObject({
        [BTC]: { problem },
        [ETH]: { problem: null },
      }),
    );
  });

  it('are none where the list of the service lacks the feed', async () => {
    const { service, start } = await world({ lacks: [BTC] });
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(async () =>
      expect(await candleFeeds.getValue()).toEqual({ [BTC]: { symbol: null, problem: 'none' } }),
    );
    expect(requestsOf(service)).toEqual([]);
  });

  it('come soon after the service failed once to describe itself', async () => {
    const { service, start } = await world();
    const end = service.fail({ kind: 'status', path: '/config', status: 400 });
    await feedsInView.setValue([BTC]);
    await start().reconcile();
    expect(await candleLines.getValue()).toEqual({});
    end();
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
  });

  it('pause for all after a 429, and the pause outlives the worker', async () => {
    const { service, start } = await world();
    const end = service.fail({
      kind: 'status',
      path: '/history',
      status: 429,
      headers: { 'retry-after': '1' },
    });
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(1));
    await vi.waitFor(async () =>
      expect(await candleFeeds.getValue()).toMatchObject({ [BTC]: { problem: 'failed' } }),
    );
    end();
    void start().reconcile();
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(2));
    const [refused, next] = requestsOf(service);
    expect(next?.at).toBeGreaterThanOrEqual((refused?.at ?? Infinity) + 1_000);
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
  });

  it('go when the user wants no history service any more', async () => {
    const { store, start, id } = await world();
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await vi.waitFor(async () => expect(await candleLines.getValue()).toHaveProperty(BTC));
    await historyServices.setValue({ [id]: null });
    await vi.waitFor(async () => expect(await candleLines.getValue()).toEqual({}));
    await vi.waitFor(() => expect(store.keys()).toEqual([]));
  });

  it('come from the preferred price service only', async () => {
    const { service, start, id, settings } = await world();
    await priceServices.setValue([
      { ...DEFAULT_SERVICE, isPaused: true },
      { ...DEFAULT_SERVICE, id: 'second' },
    ]);
    await feedsInView.setValue([BTC]);
    void start().reconcile();
    await historyServices.setValue({ [id]: settings, second: settings });
    await vi.waitFor(() => expect(requestsOf(service)).toHaveLength(1));
  });
});

describe('the start of a large change', () => {
  const time = Math.floor(Date.now() / 1_000) - 86_400;

  /** A change between two prices, which candles may judge. */
  async function changed(options: Parameters<typeof startHistoryService>[0], from?: string) {
    const given = await world(options);
    given.presence.isPageOpen = false;
    const price = from ?? (await closeAt(given.service));
    const verdict = { is: 'asked', by: '' } as const;
    const text = writePastPrice({ time, price, expo: -2, trust: null, verdict });
    await references['24h'].setValue({ [BTC]: text });
    given.prices.set(BTC, receivedPrice(String(2n * BigInt(price)), time));
    given.service.requests.length = 0;
    const { reconcile } = given.start();
    return { ...given, reconcile };
  }

  /** The price of the history service at that time, in cents. */
  async function closeAt({ url }: HistoryService): Promise<string> {
    const symbol = FEEDS.find(({ id }) => id === BTC)?.attributes['symbol'] ?? '';
    const query = new URLSearchParams({
      symbol,
      resolution: '60',
      from: String(time - 7_200),
      to: String(time),
    });
    const headers = { [AUTHORIZATION.name]: AUTHORIZATION.value };
    const answer = await fetch(`${url}/history?${query}`, { headers });
    const { c } = (await answer.json()) as { c: number[] };
    return (100 * (c.at(-1) ?? 0)).toFixed(0);
  }

  const verdict = async () => {
    const past = readPastPrice((await references['24h'].getValue())[BTC] ?? '');
    return past?.gap === undefined ? past?.verdict?.is : 'gap';
  };

  it.each([
    ['split', 'if the candle of that time is another price', {}, '100'],
    ['kept', 'if the candle is the same', {}, undefined],
    ['kept', 'if there are no candles', { lacks: [BTC] }, '100'],
  ] as const)('is %s %s, also while no page is open', async (is, _, options, from) => {
    const { service, reconcile } = await changed(options, from);
    void reconcile();
    await vi.waitFor(async () => expect(await verdict()).toBe(is));
    expect(requestsOf(service).length).toBeLessThanOrEqual(1);
    expect(await candleFeeds.getValue()).toEqual({});
  });

  it('stays in doubt while the service fails, and without one stands alone', async () => {
    const { service, reconcile, id } = await changed({}, '100');
    service.fail({ kind: 'status', path: '/history', status: 503 });
    void reconcile();
    await vi.waitFor(() => expect(requestsOf(service).length).toBeGreaterThan(0));
    expect(await verdict()).toBe('asked');
    await historyServices.setValue({ [id]: null });
    await vi.waitFor(async () => expect(await verdict()).toBeUndefined());
  });
});
