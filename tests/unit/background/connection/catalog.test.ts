import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { CatalogKeeper } from '@/lib/background/connection/catalog-keeper.ts';
import {
  addAttributesFromCatalog,
  dropForeignCatalog,
  isCatalogDue,
  refreshCatalog,
} from '@/lib/background/connection/catalog.ts';
import { createService } from '@/lib/background/connection/service.ts';
import { budget } from '../../storage/requests/budgets.ts';
import { CONFIRMED } from '@/lib/domain/watchlist/naming.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import {
  catalogCheckedAt,
  catalogService,
  catalogStatus,
  feedNamings,
  followedFeeds,
} from '@/lib/storage/values/catalog.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { startPriceService, type PriceService } from '../../../price-service/server.ts';
import { BTC, ETH } from '../feeds.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const UNKNOWN = 'ab'.repeat(32);

const { signal } = new AbortController();

let service: PriceService;
let client: PriceServiceClient;

beforeEach(async () => {
  service = await startPriceService({ updatesPerSecond: 0 });
  client = new PriceServiceClient(service.url, { httpRetries: 0 });
});
afterEach(() => service.close());

describe('refreshCatalog', () => {
  it('stores the whole catalog and its time', async () => {
    await refreshCatalog({ id: 'a', client }, signal);
    const { feeds, fetchedAt } = await catalog.getValue();
    expect(feeds.find(({ id }) => id === BTC)?.attributes['symbol']).toBe('Crypto.BTC/USD');
    expect(await catalogStatus.getValue()).toEqual({
      fetchedAt,
      triedAt: fetchedAt,
      error: null,
    });
    expect(await isCatalogDue(fetchedAt + DAY_MS - 1)).toBe(false);
    expect(await isCatalogDue(fetchedAt + DAY_MS + 1)).toBe(true);
  });

  it('runs once when the user asks for it', async () => {
    await refreshCatalog({ id: 'a', client }, signal);
    const { triedAt } = await catalogStatus.getValue();
    const keeper = new CatalogKeeper();
    const refresh = keeper.refresh({ id: 'a', client });
    expect(keeper.refresh({ id: 'a', client })).toBe(refresh);
    await refresh;
    expect(service.requests).toHaveLength(2);
    expect((await catalogStatus.getValue()).fetchedAt).toBeGreaterThanOrEqual(triedAt);
    await keeper.keep({ id: 'a', client }, true, false);
    expect(service.requests).toHaveLength(2);
    await catalogStatus.setValue({
      fetchedAt: 0,
      triedAt: triedAt + 2,
      error: { code: 'unreachable' },
    });
    expect(await isCatalogDue(triedAt + 3)).toBe(false);
  });

  it('keeps the old catalog if it fails, stores the reason, and waits an hour', async () => {
    await refreshCatalog({ id: 'a', client }, signal);
    const before = await catalog.getValue();
    service.fail({ kind: 'status', status: 500 });
    await refreshCatalog({ id: 'a', client }, signal);
    expect(await catalog.getValue()).toEqual(before);
    const { fetchedAt, triedAt, error } = await catalogStatus.getValue();
    expect(fetchedAt).toBe(before.fetchedAt);
    expect(error).toEqual({ code: 'http-status', status: 500 });
    expect(await isCatalogDue(triedAt + 1)).toBe(false);
    expect(await isCatalogDue(triedAt + DAY_MS / 24 + 1)).toBe(true);
  });

  it('does not repeat itself after the clock was set back', async () => {
    await refreshCatalog({ id: 'a', client }, signal);
    const { triedAt } = await catalogStatus.getValue();
    await catalogStatus.setValue({
      fetchedAt: triedAt + DAY_MS,
      triedAt,
      error: { code: 'unreachable' },
    });
    expect(await isCatalogDue(triedAt + 1)).toBe(false);
    await catalogStatus.setValue({ fetchedAt: triedAt + DAY_MS, triedAt, error: null });
    expect(await isCatalogDue(triedAt + 1)).toBe(true);
  });

  it('respects the pause that the service asks for', async () => {
    service.fail({ kind: 'status', status: 429 });
    const connection = serviceWith({ baseUrl: service.url });
    await refreshCatalog(createService(connection), signal);
    expect((await catalogStatus.getValue()).error).toEqual({ code: 'paused' });
    await expect(budget.take(service.url)).rejects.toBeInstanceOf(RequestPausedError);
  });

  it('drops feeds that do not fit without an error', async () => {
    const feeds = Array.from({ length: 1_500 }, (_, index) => ({
      id: index.toString(16).padStart(64, '0'),
      attributes: { description: 'x'.repeat(2_000) },
    }));
    const fetch = async () => new Response(JSON.stringify(feeds));
    const last = feeds.at(-1)!.id;
    await watchlist.setValue([last]);
    await refreshCatalog(
      { id: 'a', client: new PriceServiceClient('https://prices.example', { fetch }) },
      signal,
    );
    expect((await catalog.getValue()).feeds.length).toBeLessThan(feeds.length);
    expect(await missingFeeds.getValue()).toEqual({});
    expect(Object.keys(await followedFeeds.getValue())).toEqual([last]);
  });

  it('goes on requesting a feed that the catalog does not have: only the answer to that counts', async () => {
    await watchlist.setValue([BTC, UNKNOWN]);
    await refreshCatalog({ id: 'a', client }, signal);
    expect(await missingFeeds.getValue()).toEqual({});
  });
});

it('addAttributesFromCatalog copies the names of added feeds', async () => {
  await followedFeeds.setValue({});
  await refreshCatalog({ id: 'a', client }, signal);
  await watchlist.setValue([BTC, ETH]);
  await addAttributesFromCatalog();
  expect((await followedFeeds.getValue())[ETH]?.['display_symbol']).toBe('ETH/USD');
});

it('addAttributesFromCatalog reads the catalog only once for a feed that is not in it', async () => {
  await refreshCatalog({ id: 'a', client }, signal);
  await watchlist.setValue([BTC, UNKNOWN]);
  await addAttributesFromCatalog();
  expect(await missingFeeds.getValue()).toEqual({});
  const read = vi.spyOn(catalog, 'getValue');
  await addAttributesFromCatalog();
  expect(read).not.toHaveBeenCalled();
});

describe('a stored catalog', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await refreshCatalog({ id: 'a', client }, signal);
  });

  const look = () => new CatalogKeeper().keep({ id: 'a', client }, true, false);
  const calls = () => service.requests.length;

  it.each([
    ['lost', null],
    ['damaged', 'x'],
    ['damaged in one entry', { fetchedAt: Date.now(), feeds: [{ id: BTC }] }],
  ])('that was %s is fetched again at the start of the browser', async (_, raw) => {
    await fakeBrowser.storage.session.set({ catalogue: raw });
    await look();
    await vi.waitFor(async () => expect((await catalog.getValue()).feeds).not.toEqual([]));
    expect((await catalogStatus.getValue()).fetchedAt).toBeGreaterThan(0);
    expect(calls()).toBe(2);
  });

  it('is checked only once an hour, whatever is wrong with it', async () => {
    await look();
    await fakeBrowser.storage.session.set({ catalogue: 'x' });
    await look();
    expect(calls()).toBe(1);
    await catalogCheckedAt.setValue(Date.now() - DAY_MS / 24 - 1);
    service.fail({ kind: 'status', status: 500 });
    await look();
    await vi.waitFor(async () =>
      expect((await catalogStatus.getValue()).error).toEqual({
        code: 'http-status',
        status: 500,
      }),
    );
    await look();
    expect(calls()).toBe(2);
  });

  it('is not fetched again if the service offers no feeds', async () => {
    service.fail({ kind: 'body', body: '[]' });
    await refreshCatalog({ id: 'a', client }, signal);
    await look();
    expect(calls()).toBe(2);
  });
});

describe('a feed list', () => {
  const [first, second] = ['first', 'second'].map((id) => ({ ...serviceWith({}), id }));
  const feeds = async () => (await catalog.getValue()).feeds.length;

  beforeEach(async () => {
    await priceServices.setValue([first!, second!]);
    await refreshCatalog({ id: 'second', client }, signal);
  });

  it('of a service that stands in for another one is dropped when that is back', async () => {
    await dropForeignCatalog('second');
    expect(await feeds()).toBeGreaterThan(0);
    await dropForeignCatalog('first');
    expect(await feeds()).toBe(0);
    expect(await isCatalogDue(Date.now())).toBe(true);
  });

  describe('of a service that stands in', () => {
    const SCHEDULE = 'America/New_York;C,C,C,C,C,C,C;';
    const words = { symbol: 'Crypto.BTC/USD', description: 'BITCOIN / US DOLLAR' };
    const listing = (...listed: { id: string; attributes: object }[]) => {
      const fetch = async () => new Response(JSON.stringify(listed));
      return new PriceServiceClient('https://prices.example', { fetch });
    };
    const ofStandIn = listing(
      {
        id: BTC,
        attributes: { ...words, description: `DEPRECATED - BITCOIN`, schedule: SCHEDULE },
      },
      { id: ETH, attributes: { symbol: 'Crypto.OTHER/USD', schedule: SCHEDULE } },
    );
    const stated = async () => ({
      texts: JSON.stringify(await followedFeeds.getValue()),
      claims: Object.values(await feedNamings.getValue()).map(({ claim }) => claim),
    });

    beforeEach(async () => {
      await watchlist.setValue([BTC, ETH]);
      await followedFeeds.setValue({ [BTC]: words, [ETH]: { symbol: 'Crypto.ETH/USD' } });
      await feedNamings.setValue({ [BTC]: CONFIRMED, [ETH]: CONFIRMED });
      await refreshCatalog({ id: 'second', client: ofStandIn }, signal);
      const { texts, claims } = await stated();
      expect(texts).toContain(SCHEDULE);
      expect(texts).toContain('deprecated');
      expect(claims).not.toEqual([null, null]);
    });

    it.each([
      ['the preferred service is back', () => dropForeignCatalog('first')],
      [
        'the preferred list, without its feeds, has come',
        () =>
          refreshCatalog({ id: 'first', client: listing({ id: UNKNOWN, attributes: {} }) }, signal),
      ],
    ])('leaves neither hours nor "deprecated" nor names once %s', async (_, comeBack) => {
      await comeBack();
      const { texts, claims } = await stated();
      expect(texts).not.toContain('schedule');
      expect(texts).not.toContain('deprecated');
      expect(claims).toEqual([null, null]);
      expect((await followedFeeds.getValue())[BTC]).toEqual(words);
    });

    it('leaves what the preferred list says itself', async () => {
      const own = { id: BTC, attributes: { ...words, schedule: 'Europe/Berlin;O,O,O,O,O,O,O;' } };
      await refreshCatalog({ id: 'first', client: listing(own) }, signal);
      expect((await followedFeeds.getValue())[BTC]).toEqual(own.attributes);
      expect((await followedFeeds.getValue())[ETH]).toEqual({ symbol: 'Crypto.ETH/USD' });
    });
  });

  it('of the preferred service stays while another one stands in for it', async () => {
    await refreshCatalog({ id: 'first', client }, signal);
    await dropForeignCatalog('second');
    expect(await feeds()).toBeGreaterThan(0);
  });

  it('goes with its service, and so does one of 0.2.0, which may be from any', async () => {
    await refreshCatalog({ id: 'gone', client }, signal);
    await dropForeignCatalog('second');
    expect(await feeds()).toBe(0);
    await refreshCatalog({ id: 'first', client }, signal);
    await catalogService.setValue('');
    await dropForeignCatalog('first');
    expect(await feeds()).toBe(0);
  });
});
