import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetRequests } from '../../storage/requests/budgets.ts';
import { connectionState, polling } from '@/lib/storage/values/connection.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { suspectedFeeds } from '@/lib/storage/values/suspected-feeds.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { BTC, ETH, EUR } from '../feeds.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { setService } from '../../domain/connection/services.ts';
import {
  endConnections,
  pollsOf,
  prepareConnections,
  priceCallsTo,
  startService,
  startWorker,
  stateIs,
  until,
} from './connection-world.ts';

// Services that refuse all feeds or some of them, with or without naming them.

const NONE_KNOWN = 'The price service doesn’t know any of your feeds. Check the base URL.';

let service: PriceService;

beforeEach(async () => {
  prepareConnections();
  service = await startService();
  await setService({ baseUrl: service.url, headers: [] });
  await watchlist.setValue([BTC, ETH, EUR]);
});

afterEach(endConnections);

/** Makes a poll due, and resets the request budget. */
async function makePollDue(ms = 30_000): Promise<void> {
  await polling.update((known) => ({ ...known, triedAt: known.triedAt - ms }));
  await forgetRequests();
}

const reasonIs = (reason: string) =>
  until(async () => {
    const stored = (await connectionState.getValue()).reason;
    expect(stored && serviceProblemWords(stored)).toBe(reason);
  });
const missingIs = (missing: object) =>
  until(async () => expect(await missingFeeds.getValue()).toEqual(missing));
const priceCalls = () => priceCallsTo(service);
const polls = () => pollsOf(service);

describe('a service that knows none of the feeds', () => {
  it.each([3, 1_000])('gets only a few requests for %d feeds, and is reported', async (count) => {
    if (count > 3) {
      const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));
      await watchlist.setValue(ids);
    }
    // Like a wrong path in the base URL.
    service.fail({ kind: 'status', status: 404 });
    const { supervisor } = startWorker();
    await supervisor.reconcile('start');
    await reasonIs(NONE_KNOWN);
    expect(await connectionState.getValue()).toMatchObject({
      state: 'offline',
      remedy: 'connection',
    });
    for (let time = 0; time < 20; time += 1) await supervisor.reconcile('settings');
    expect(polls().length).toBeLessThanOrEqual(8);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('gets no request for a stream until it knows a feed', async () => {
    service.fail({ kind: 'unknown-feeds' });
    const { supervisor } = startWorker({ isPageOpen: true });
    await supervisor.reconcile('start');
    await reasonIs(NONE_KNOWN);
    await supervisor.reconcile('settings');
    const { length } = priceCalls();
    expect(length).toBeLessThanOrEqual(12);
    await supervisor.reconcile('alarm');
    await supervisor.reconcile('presence');
    await startWorker({ isPageOpen: true }).supervisor.reconcile('start');
    expect(priceCalls()).toHaveLength(length);

    service.clearFaults();
    await makePollDue();
    await supervisor.reconcile('alarm');
    await stateIs('live');
    expect(await suspectedFeeds.getValue()).toMatchObject({ ids: [], emptyRounds: 0 });
  });

  it('is polled again after growing pauses of a few minutes at most', async () => {
    service.fail({ kind: 'unknown-feeds' });
    await startWorker().supervisor.reconcile('start');
    await reasonIs(NONE_KNOWN);
    const pauseMs = async (): Promise<number> => {
      const { nextAttemptAt } = await connectionState.getValue();
      return (nextAttemptAt ?? 0) - (await polling.getValue()).triedAt;
    };
    expect(await pauseMs()).toBe(30_000);
    await makePollDue();
    await startWorker().supervisor.reconcile('alarm');
    await until(async () => expect(await pauseMs()).toBe(60_000));
    await suspectedFeeds.update((known) => ({ ...known, emptyRounds: 99 }));
    await makePollDue(4 * 60_000);
    await startWorker().supervisor.reconcile('alarm');
    await until(async () => expect(await pauseMs()).toBe(4 * 60_000));
  });

  it.each(['refresh', 'connection'] as const)('is polled at once after %s', async (cause) => {
    const mend = service.fail({ kind: 'unknown-feeds' });
    const { supervisor, intake } = startWorker();
    await supervisor.reconcile('start');
    await reasonIs(NONE_KNOWN);
    mend();
    await supervisor.reconcile(cause);
    await stateIs('polling');
    expect(intake.prices.size).toBe(3);
    expect(await suspectedFeeds.getValue()).toEqual(suspectedFeeds.fallback);
  });

  it('does not remove the last prices', async () => {
    const { supervisor, intake } = startWorker();
    await supervisor.reconcile('start');
    await stateIs('polling');
    service.fail({ kind: 'status', status: 404 });
    await makePollDue();
    await supervisor.reconcile('alarm');
    await reasonIs(NONE_KNOWN);
    expect(intake.prices.size).toBe(3);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('does not blame the base URL of a service that only has no prices', async () => {
    for (const id of [BTC, ETH, EUR]) service.withholdData(id);
    await startWorker().supervisor.reconcile('start');
    await reasonIs('The price service has no prices for your feeds right now.');
    expect(await connectionState.getValue()).toMatchObject({ state: 'offline', remedy: null });
  });
});

describe('a feed that the service refuses without naming it', () => {
  it('is found while the others are streamed', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    const { supervisor, intake } = startWorker({ isPageOpen: true });
    await supervisor.reconcile('start');
    await stateIs('live');
    await missingIs({ [EUR]: 'unknown' });
    await until(() => expect(service.openStreams()).toBe(1));
    expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted());
  });

  it('is searched for from where the last worker stopped, while the others are polled', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    const stored = { ids: [EUR, ETH], refused: 2, batchSize: 0, emptyRounds: 0 };
    await suspectedFeeds.setValue(stored);
    const { supervisor } = startWorker();
    await supervisor.reconcile('start');
    await missingIs({ [EUR]: 'unknown' });
    await stateIs('polling');
    expect(polls().map(({ ids }) => ids)).toEqual([[BTC], [EUR], [ETH]]);
    await until(async () => expect((await suspectedFeeds.getValue()).ids).toEqual([]));
  });

  it('is searched for at each alarm while the others are streamed', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    await suspectedFeeds.setValue({ ids: [EUR], refused: 1, batchSize: 0, emptyRounds: 0 });
    await polling.setValue({ triedAt: Date.now(), failures: 0, missingCheckedAt: Date.now() });
    const { supervisor } = startWorker({ isPageOpen: true });
    await supervisor.reconcile('start');
    await stateIs('live');
    expect(polls()).toHaveLength(0);
    await makePollDue();
    await supervisor.reconcile('alarm');
    await missingIs({ [EUR]: 'unknown' });
    expect(polls().map(({ ids }) => ids)).toEqual([[EUR]]);
    expect(service.openStreams()).toBe(1);
  });

  it('is no longer suspected when it leaves the watchlist', async () => {
    await suspectedFeeds.setValue({
      ids: ['ab'.repeat(32), ETH],
      refused: 2,
      batchSize: 0,
      emptyRounds: 0,
    });
    await polling.setValue({ triedAt: Date.now(), failures: 0, missingCheckedAt: Date.now() });
    await startWorker().supervisor.reconcile('start');
    expect(await suspectedFeeds.getValue()).toMatchObject({ ids: [ETH], refused: 0 });
  });
});

describe('a feed that the access token does not cover', () => {
  it.each([
    ['polls', false, 'polling'],
    ['the stream', true, 'live'],
  ])('does not hide the others in %s', async (_, isPageOpen, state) => {
    service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { supervisor, intake } = startWorker({ isPageOpen });
    await supervisor.reconcile('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs(state);
    expect(intake.prices.size).toBe(2);
    expect(await connectionState.getValue()).toMatchObject({ reason: null, remedy: null });
    expect(JSON.stringify(await journal.getValue())).not.toContain('token-rejected');
  });

  it('stops the connection if no feed is covered, and is requested again after an hour', async () => {
    const mend = service.fail({ kind: 'not-entitled', ids: [BTC, ETH, EUR] });
    const { supervisor, intake } = startWorker();
    await supervisor.reconcile('start');
    await stateIs('stopped');
    expect(await connectionState.getValue()).toMatchObject({
      reason: { code: 'no-prices', reason: 'not-covered' },
      remedy: 'connection',
    });
    const hourAgo = { triedAt: 0, failures: 0, missingCheckedAt: 0 };
    await polling.setValue(hourAgo);
    await supervisor.reconcile('alarm');
    await until(async () => expect((await suspectedFeeds.getValue()).ids).toEqual([]));
    await supervisor.reconcile('alarm');
    await stateIs('stopped');

    mend();
    await polling.setValue(hourAgo);
    await supervisor.reconcile('alarm');
    await missingIs({});
    await stateIs('polling');
    expect(intake.prices.size).toBe(3);
  });

  it.each(['refresh', 'connection'] as const)('is requested again after %s', async (cause) => {
    const mend = service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { supervisor } = startWorker({ isPageOpen: true });
    await supervisor.reconcile('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs('live');
    mend();
    await supervisor.reconcile(cause);
    await missingIs({});
    await until(() => expect(priceCalls().at(-1)?.ids).toContain(EUR));
  });

  it('is requested again after an hour, apart from the others, and joins the stream', async () => {
    await missingFeeds.setValue({ [EUR]: 'not-covered' });
    await polling.setValue({ triedAt: 0, failures: 0, missingCheckedAt: Date.now() });
    const { supervisor } = startWorker({ isPageOpen: true });
    await supervisor.reconcile('start');
    await stateIs('live');
    await polling.update((known) => ({ ...known, triedAt: 0, missingCheckedAt: 0 }));
    await supervisor.reconcile('alarm');
    await missingIs({});
    expect(polls().at(-1)?.ids).toEqual([EUR]);
    await until(() => expect(priceCalls().at(-1)?.ids).toEqual([BTC, ETH, EUR]));
  });

  it('stops the connection if the service names a feed that was not requested', async () => {
    const body = `Not entitled: feed ${'ab'.repeat(32)}`;
    service.fail({ kind: 'status', status: 403, body, path: 'updates/price' });
    await startWorker({ isPageOpen: true }).supervisor.reconcile('start');
    await stateIs('stopped');
    expect(await connectionState.getValue()).toMatchObject({ remedy: 'access-token' });
    expect(await missingFeeds.getValue()).toEqual({});
  });
});
