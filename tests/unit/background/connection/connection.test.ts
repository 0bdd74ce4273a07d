import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '@/lib/background/connection/connection.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { catalogService, catalogStatus, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { connectionMemory } from '@/lib/storage/values/connection-memory.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { journalLine } from '@/lib/domain/diagnostics/journal-event.ts';
import { setBudget } from '../../storage/requests/budgets.ts';
import { setService } from '../../domain/connection/services.ts';
import {
  endConnections,
  pollsOf,
  prepareConnections,
  priceCallsTo,
  startService,
  skip,
  startWorker,
  stateIs,
  untilWithin,
  startUntil,
} from './connection-world.ts';

const PRICE_CALLS = /updates\/price/;

let service: PriceService;

beforeEach(async () => {
  prepareConnections();
  service = await startService();
  await setService({ baseUrl: service.url, headers: [] });
  await watchlist.setValue([BTC, ETH]);
});

afterEach(endConnections);

const priceCalls = () => priceCallsTo(service);
const polls = () => pollsOf(service);

/** An alarm starts the second poll, once the first one is over. */
const alarmBringsPoll = (connection: Connection) =>
  vi.waitFor(async () => {
    await connection.update('alarm');
    expect(polls()).toHaveLength(2);
  });

describe('connection', () => {
  it('polls all feeds in one request while no page is open', async () => {
    const { intake } = await startUntil('polling');
    expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted());
    expect(priceCalls().map(({ path }) => path)).toEqual(['/v2/updates/price/latest']);
  });

  it('does not poll again before it is due, in the next worker either', async () => {
    await startUntil('polling');
    const { connection } = startWorker();
    await connection.update('start');
    await connection.update('alarm');
    expect(priceCalls()).toHaveLength(1);
    skip(30_000);
    await alarmBringsPoll(connection);
  });

  it('streams while a page is open, and stops when the last one closes', async () => {
    const { connection, presence } = await startUntil('live', { isPageOpen: true });
    expect(service.openStreams()).toBe(1);
    presence.isPageOpen = false;
    await connection.update('presence');
    await vi.waitFor(() => expect(service.openStreams()).toBe(0));
    await stateIs('polling');
  });

  it('streams only the signed bytes if the lean gate is open', async () => {
    await startWorker({ isPageOpen: true, isLean: true }).connection.update('start');
    await vi.waitFor(() => expect(priceCalls()).toHaveLength(1));
    expect(priceCalls()[0]?.query).toContain('parsed=false&encoding=base64');
  });

  it('records in the journal each stream and why it ended', async () => {
    await startUntil('live', { isPageOpen: true });
    service.fail({ kind: 'status', status: 503 });
    service.endStreams();
    const told = async () =>
      (await journal.getValue()).map(({ event }) => journalLine(event)).join('\n');
    const session =
      /^stream-opened feedCount=2 isLean=\w+$[^]*^stream-(?:ended|broke) reason=\{"code".*$/m;
    await vi.waitFor(async () => expect(await told()).toMatch(session));
  });

  it('opens one stream, however often it reconciles', async () => {
    const { connection } = startWorker({ isPageOpen: true });
    await Promise.all(
      (['start', 'presence', 'alarm', 'settings'] as const).map((why) => connection.update(why)),
    );
    await stateIs('live');
    await connection.update('alarm');
    expect(priceCalls()).toHaveLength(1);
  });

  it('streams a changed watchlist', async () => {
    const { connection, intake } = await startUntil('live', { isPageOpen: true });
    await watchlist.setValue([ETH, EUR]);
    await connection.update('settings');
    await vi.waitFor(() =>
      expect([...intake.prices.keys()].toSorted()).toEqual([ETH, EUR].toSorted()),
    );
    await vi.waitFor(() => expect(service.openStreams()).toBe(1));
  });

  it.each([401, 403])('stops on %d until the connection settings change', async (status) => {
    await setService({ baseUrl: service.url, headers: [{ name: 'Authorization', value: 'x' }] });
    service.fail({ kind: 'status', status, path: PRICE_CALLS });
    const { connection } = await startUntil('stopped');
    expect(await connectionState.getValue()).toMatchObject({ remedy: 'access-token' });

    skip(40_000);
    await connection.update('alarm');
    await startWorker().connection.update('start');
    expect(priceCalls()).toHaveLength(1);

    service.clearFaults();
    await setService({
      baseUrl: service.url,
      headers: [{ name: 'Authorization', value: 'Bearer token' }],
    });
    await connection.update('connection');
    await stateIs('polling');
    expect(priceCalls().at(-1)?.headers['authorization']).toBe('Bearer token');
  });

  it('sends nothing after 429 until the pause is over, in the next worker either', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    await startUntil('offline');
    const { nextAttemptAt } = await connectionState.getValue();
    expect(nextAttemptAt! - Date.now()).toBeGreaterThan(55_000);

    skip(40_000);
    await startWorker().connection.update('alarm');
    const { connection } = await startUntil('offline', { isPageOpen: true });
    expect(priceCalls()).toHaveLength(1);

    await setBudget(service.url, { pausedUntil: 0 });
    await connection.update('refresh');
    await stateIs('live');
  });

  it('lets no pause last longer because the clock was ahead when it began', async () => {
    const headers = { 'retry-after': '20' };
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1, headers });
    const { now } = Date;
    skip(90_000);
    const earlier = startWorker();
    await earlier.connection.update('start');
    await stateIs('offline');
    earlier.connection.disconnect();
    Date.now = now;
    await startWorker().connection.update('start');
    expect(polls()).toHaveLength(1);
    await untilWithin(30_000, () => expect(polls()).toHaveLength(2));
  });

  it('lets no pause last longer because the clock is set back', async () => {
    const headers = { 'retry-after': '20' };
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1, headers });
    let stepsMs = 0;
    const { connection } = await startUntil('offline', { stepsMs: () => stepsMs });
    skip(-90_000);
    stepsMs = -90_000;
    connection.followStep(-90_000);
    await untilWithin(30_000, () => expect(polls()).toHaveLength(2));
  });

  it('keeps a pause and its message when a page opens', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    const { connection, presence } = await startUntil('offline');
    const told = await connectionState.getValue();
    const states: string[] = [];
    const unwatch = connectionState.watch(({ state }) => states.push(state));
    presence.isPageOpen = true;
    await connection.update('presence');
    await connection.update('alarm');
    unwatch();
    expect(states).toEqual([]);
    expect(await connectionState.getValue()).toEqual(told);
    expect(priceCalls()).toHaveLength(1);
  });

  it('keeps a pause when only the headers change', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    const { connection } = await startUntil('offline');
    const headers = [{ name: 'X-Token', value: 'other' }];
    await setService({ baseUrl: service.url, headers });
    await connection.update('connection');
    await stateIs('offline');
    expect(priceCalls()).toHaveLength(1);
  });

  it.each([
    ['a poll', false],
    ['a stream', true],
  ])('waits as long as a 503 asks for, and reports the pause: %s', async (_, isPageOpen) => {
    const headers = { 'retry-after': '40' };
    service.fail({ kind: 'status', status: 503, headers, path: PRICE_CALLS });
    await startUntil('offline', { isPageOpen });
    const { reason, nextAttemptAt } = await connectionState.getValue();
    expect(reason).toEqual({ code: 'paused' });
    expect(nextAttemptAt! - Date.now()).toBeGreaterThan(30_000);
    expect(priceCalls()).toHaveLength(1);
  });

  it('reports a pause at once after a poll without retries', async () => {
    const { connection } = await startUntil('live', { isPageOpen: true });
    service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '40' } });
    await connection.update('refresh');
    await vi.waitFor(async () => expect((await connectionMemory.getValue()).pollFailures).toBe(1));
    const { length } = service.requests;
    service.endStreams();
    await stateIs('offline');
    expect((await connectionState.getValue()).nextAttemptAt! - Date.now()).toBeGreaterThan(30_000);
    expect(service.requests).toHaveLength(length);
  });

  it('goes live by itself when the service is back', async () => {
    await startUntil('live', { isPageOpen: true });
    const states: string[] = [];
    onTestFinished(connectionState.watch(({ state }) => void states.push(state)));
    const mend = service.fail({ kind: 'status', status: 503, path: PRICE_CALLS });
    service.endStreams();
    await stateIs('offline');
    mend();
    await stateIs('live');
    expect(states[0]).toBe('connecting');
  });

  it('polls while the stream fails, and reports that it polls', async () => {
    service.fail({ kind: 'status', status: 503, path: 'stream' });
    const { connection, intake } = startWorker({ isPageOpen: true });
    await connection.update('start');
    await untilWithin(6_000, () => expect(intake.prices.size).toBe(2));
    await untilWithin(4_000, async () =>
      expect((await connectionState.getValue()).reason).toEqual({
        code: 'http-status',
        status: 503,
      }),
    );
    expect(await connectionState.getValue()).toMatchObject({ state: 'polling' });

    skip(30_000);
    // With the next stream at the latest.
    await untilWithin(8_000, () => expect(polls()).toHaveLength(2));
  });

  it('does not report polling if the service is gone along with its stream', async () => {
    await startUntil('live', { isPageOpen: true });
    const told: string[] = [];
    const unwatch = connectionState.watch(({ state }) => told.push(state));
    // On a busy machine the first data may come so late that a poll was answered before.
    skip(40_000);
    service.fail({ kind: 'hang', where: 'before', path: 'latest' });
    service.fail({ kind: 'status', status: 503, path: 'stream' });
    service.endStreams();
    await stateIs('offline');
    unwatch();
    expect(told).not.toContain('polling');
  });

  it('opens the stream without another pause when the network is back', async () => {
    service.fail({ kind: 'status', status: 405, path: 'stream', times: 1 });
    const { connection } = await startUntil('polling', { isPageOpen: true });
    await connection.update('online');
    await untilWithin(900, () => expect(service.openStreams()).toBe(1));
  });

  it('polls a feed that is added during a poll, and aborts that poll', async () => {
    const mend = service.fail({ kind: 'hang', where: 'before', path: PRICE_CALLS });
    const { connection, intake } = startWorker();
    await connection.update('start');
    await vi.waitFor(() => expect(priceCalls()).toHaveLength(1));
    mend();
    await connection.update('refresh');
    expect(priceCalls()).toHaveLength(1);
    await watchlist.setValue([BTC, ETH, EUR]);
    await connection.update('settings');
    await untilWithin(3_000, () => expect(intake.prices.size).toBe(3));
    expect(priceCalls()).toHaveLength(2);
  });

  it.each([
    [false, 'polling'],
    [true, 'live'],
  ])('blames storage, not the service, for prices that cannot be stored', async (...given) => {
    const [isPageOpen, state] = given;
    await startUntil(state, { isPageOpen, isStoring: false });
    const { reason } = await connectionState.getValue();
    expect(reason).toEqual({ code: 'prices-not-stored' });
    expect((await connectionMemory.getValue()).pollFailures).toBe(0);
  });

  it('requests prices even if the names of added feeds cannot be stored', async () => {
    await followedFeeds.setValue({});
    await catalog.setValue({ fetchedAt: Date.now(), feeds: [{ id: BTC, attributes: {} }] });
    const update = vi.spyOn(followedFeeds, 'update');
    update.mockRejectedValueOnce(new StorageWriteError('Not stored.'));
    await startUntil('polling');
    expect(update).toHaveBeenCalled();
  });

  it('stores nothing of a service that it disconnected from', async () => {
    const { connection, intake } = await startUntil('live', { isPageOpen: true });
    connection.disconnect();
    await intake.replace(() => []);
    await vi.waitFor(() => expect(service.openStreams()).toBe(0));
    expect(intake.prices.size).toBe(0);
    expect(connection.service).toBeNull();
    await connection.update('connection');
    await stateIs('live');
  });

  it('fetches the catalog once, even if prices are refused', async () => {
    service.fail({ kind: 'status', status: 401, path: PRICE_CALLS });
    const { connection } = startWorker();
    await connection.update('start');
    await vi.waitFor(async () =>
      expect((await catalogStatus.getValue()).fetchedAt).toBeGreaterThan(0),
    );
    await connection.update('alarm');
    expect(service.requests.filter(({ path }) => path === '/v2/price_feeds')).toHaveLength(1);
  });

  it('replaces the catalog of a service that stood in for the one in use', async () => {
    const feeds = [{ id: 'd'.repeat(64), attributes: {} }];
    await catalog.setValue({ fetchedAt: Date.now(), feeds });
    await catalogStatus.setValue({ fetchedAt: Date.now(), triedAt: Date.now(), error: null });
    await catalogService.setValue('another');
    const { connection } = startWorker();
    await connection.update('start');
    await vi.waitFor(async () => expect(await catalogService.getValue()).not.toBe('another'));
    expect((await catalog.getValue()).feeds).not.toEqual(feeds);
  });

  it('does not wait for the catalog of the old service', async () => {
    const away = await startService();
    away.fail({ kind: 'hang', where: 'before', path: 'price_feeds' });
    await setService({ baseUrl: away.url, headers: [] });
    const { connection } = startWorker();
    await connection.update('start');
    await vi.waitFor(() =>
      expect(away.requests.map(({ path }) => path)).toContain('/v2/price_feeds'),
    );
    await setService({ baseUrl: service.url, headers: [] });
    await connection.update('connection');
    await vi.waitFor(async () =>
      expect((await catalogStatus.getValue()).fetchedAt).toBeGreaterThan(0),
    );
  });
});
