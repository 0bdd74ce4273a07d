import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createCatalogueKeeper } from '@/lib/background/catalogue-keeper.ts';
import {
  followFromCatalogue,
  isCatalogueDue,
  refreshCatalogue,
} from '@/lib/background/catalogue.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { createService } from '@/lib/background/service.ts';
import { pauseRequests, RequestPausedError, takeRequest } from '@/lib/connection/request-budget.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import {
  catalogue,
  catalogueCheckedAt,
  catalogueStatus,
  followedFeeds,
} from '@/lib/storage/catalogue.ts';
import { missingFeeds } from '@/lib/storage/prices.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { BTC, ETH } from './feeds.ts';

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

describe('refreshCatalogue', () => {
  it('keeps the whole catalogue and its time', async () => {
    await refreshCatalogue(client, signal);
    const { feeds, fetchedAt } = await catalogue.getValue();
    expect(feeds.find(({ id }) => id === BTC)?.attributes['symbol']).toBe('Crypto.BTC/USD');
    expect(await catalogueStatus.getValue()).toEqual({
      fetchedAt,
      triedAt: fetchedAt,
      error: null,
    });
    expect(await isCatalogueDue(fetchedAt + DAY_MS - 1)).toBe(false);
    expect(await isCatalogueDue(fetchedAt + DAY_MS + 1)).toBe(true);
  });

  it('is done again when the user asks for it, once', async () => {
    await refreshCatalogue(client, signal);
    const { triedAt } = await catalogueStatus.getValue();
    const keeper = createCatalogueKeeper();
    const refresh = keeper.refresh(client);
    expect(keeper.refresh(client)).toBe(refresh);
    await refresh;
    expect(service.requests).toHaveLength(2);
    expect((await catalogueStatus.getValue()).fetchedAt).toBeGreaterThanOrEqual(triedAt);
    await keeper.look(client, false);
    expect(service.requests).toHaveLength(2);
    await catalogueStatus.setValue({ fetchedAt: 0, triedAt: triedAt + 2, error: 'It failed.' });
    expect(await isCatalogueDue(triedAt + 3)).toBe(false);
  });

  it('keeps the old one when it fails, says why, and waits an hour', async () => {
    await refreshCatalogue(client, signal);
    const before = await catalogue.getValue();
    service.fail({ kind: 'status', status: 500 });
    await refreshCatalogue(client, signal);
    expect(await catalogue.getValue()).toEqual(before);
    const { fetchedAt, triedAt, error } = await catalogueStatus.getValue();
    expect(fetchedAt).toBe(before.fetchedAt);
    expect(error).toContain('500');
    expect(await isCatalogueDue(triedAt + 1)).toBe(false);
    expect(await isCatalogueDue(triedAt + DAY_MS / 24 + 1)).toBe(true);
  });

  it('is not fetched over and over after the clock was set back', async () => {
    await refreshCatalogue(client, signal);
    const { triedAt } = await catalogueStatus.getValue();
    await catalogueStatus.setValue({ fetchedAt: triedAt + DAY_MS, triedAt, error: 'It failed.' });
    expect(await isCatalogueDue(triedAt + 1)).toBe(false);
    await catalogueStatus.setValue({ fetchedAt: triedAt + DAY_MS, triedAt, error: null });
    expect(await isCatalogueDue(triedAt + 1)).toBe(true);
  });

  it('keeps the pause that the service asks for', async () => {
    service.fail({ kind: 'status', status: 429 });
    const connection = { baseUrl: service.url, headers: [] };
    await refreshCatalogue(createService(connection, createRecorder()).catalogue, signal);
    expect((await catalogueStatus.getValue()).error).toContain('pause');
    await expect(takeRequest()).rejects.toBeInstanceOf(RequestPausedError);
  });

  it('says that it waits for a pause that something else was asked for', async () => {
    await pauseRequests(Date.now() + 60_000);
    const connection = { baseUrl: service.url, headers: [] };
    await refreshCatalogue(createService(connection, createRecorder()).catalogue, signal);
    expect((await catalogueStatus.getValue()).error).toContain('pause');
    expect(service.requests).toHaveLength(0);
  });

  it('says nothing of feeds for which there is no room', async () => {
    const feeds = Array.from({ length: 1_500 }, (_, index) => ({
      id: index.toString(16).padStart(64, '0'),
      attributes: { description: 'x'.repeat(2_000) },
    }));
    const fetch = async () => new Response(JSON.stringify(feeds));
    const last = feeds.at(-1)!.id;
    await watchlist.setValue([last]);
    await refreshCatalogue(new PriceServiceClient('https://prices.example', { fetch }), signal);
    expect((await catalogue.getValue()).feeds.length).toBeLessThan(feeds.length);
    expect(await missingFeeds.getValue()).toEqual({});
    expect(Object.keys(await followedFeeds.getValue())).toEqual([last]);
  });

  it('marks a followed feed that the catalogue no longer has', async () => {
    await watchlist.setValue([BTC, UNKNOWN]);
    await refreshCatalogue(client, signal);
    expect(await missingFeeds.getValue()).toEqual({ [UNKNOWN]: 'unknown' });
  });
});

it('followFromCatalogue brings the names of added feeds', async () => {
  await followedFeeds.setValue({});
  await refreshCatalogue(client, signal);
  await watchlist.setValue([BTC, ETH]);
  await followFromCatalogue();
  expect((await followedFeeds.getValue())[ETH]?.['display_symbol']).toBe('ETH/USD');
});

it('followFromCatalogue reads the catalogue once for a feed that is not in it', async () => {
  await refreshCatalogue(client, signal);
  await watchlist.setValue([BTC, UNKNOWN]);
  await followFromCatalogue();
  expect(await missingFeeds.getValue()).toEqual({ [UNKNOWN]: 'unknown' });
  const read = vi.spyOn(catalogue, 'getValue');
  await followFromCatalogue();
  expect(read).not.toHaveBeenCalled();
});

describe('a stored catalogue', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await refreshCatalogue(client, signal);
  });

  const look = () => createCatalogueKeeper().look(client, false);
  const calls = () => service.requests.length;

  it('that can be read is not fetched again', async () => {
    await look();
    expect(calls()).toBe(1);
  });

  it.each([
    ['lost', null],
    ['damaged', 'x'],
    ['damaged in one entry', { fetchedAt: Date.now(), feeds: [{ id: BTC }] }],
  ])('that was %s is fetched again at the start of the browser', async (_, raw) => {
    await fakeBrowser.storage.local.set({ catalogue: raw });
    await look();
    await vi.waitFor(async () => expect((await catalogue.getValue()).feeds).not.toEqual([]));
    expect((await catalogueStatus.getValue()).fetchedAt).toBeGreaterThan(0);
    expect(calls()).toBe(2);
  });

  it('is looked at once an hour only, whatever is wrong with it', async () => {
    await look();
    await fakeBrowser.storage.local.set({ catalogue: 'x' });
    await look();
    expect(calls()).toBe(1);
    await catalogueCheckedAt.setValue(Date.now() - DAY_MS / 24 - 1);
    service.fail({ kind: 'status', status: 500 });
    await look();
    await vi.waitFor(async () => expect((await catalogueStatus.getValue()).error).toContain('500'));
    await look();
    expect(calls()).toBe(2);
  });

  it('of a service that offers nothing is not fetched again', async () => {
    service.fail({ kind: 'body', body: '[]' });
    await refreshCatalogue(client, signal);
    await look();
    expect(calls()).toBe(2);
  });
});
