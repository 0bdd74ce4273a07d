import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriceIntake } from '@/lib/background/price-intake.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { createUpdateQueue } from '@/lib/background/update-queue.ts';
import { createSupervisor } from '@/lib/background/supervisor.ts';
import { forgetRequests } from '@/lib/connection/request-budget.ts';
import { connectionState, polling } from '@/lib/storage/connection.ts';
import { journal } from '@/lib/storage/diagnostics.ts';
import { missingFeeds } from '@/lib/storage/prices.ts';
import { connectionSettings } from '@/lib/storage/settings.ts';
import { suspectedFeeds } from '@/lib/storage/suspected-feeds.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { BTC, ETH, EUR } from './feeds.ts';
import { serviceProblemWords } from '@/lib/connection/service-problem-words.ts';

// A service that refuses feeds: all of them, or some, with or without their names.

const NONE_KNOWN = 'This service knows none of your feeds. Is the base URL right?';

let service: PriceService;
let stopAll: Array<() => Promise<void>> = [];
let timers: Array<ReturnType<typeof setTimeout>> = [];

beforeEach(async () => {
  const { setTimeout: startTimer } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((...timer) => {
    const started = startTimer(...timer);
    timers.push(started);
    return started;
  });
  service = await startPriceService({ updatesPerSecond: 20 });
  stopAll.push(() => service.close());
  await connectionSettings.setValue({ baseUrl: service.url, headers: [] });
  await watchlist.setValue([BTC, ETH, EUR]);
});

afterEach(async () => {
  for (const stop of stopAll.toReversed()) await stop();
  stopAll = [];
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  vi.restoreAllMocks();
});

/** A poll is due; what was sent so far no longer counts against the limit of requests. */
async function makePollDue(ms = 30_000): Promise<void> {
  await polling.update((known) => ({ ...known, triedAt: known.triedAt - ms }));
  await forgetRequests();
}

/** One life of the worker; a second call is the next worker over the same storage. */
function startWorker(isSomeoneLooking = false) {
  const presence = { isSomeoneLooking };
  const intake = createPriceIntake(() => {});
  const supervisor = createSupervisor({
    presence,
    intake,
    lean: { isOpen: async () => false },
    recorder: createRecorder(),
    updates: createUpdateQueue(async ({ parsed }) => {
      await intake.take(
        (parsed ?? []).map((item) => ({ id: item.id, item })),
        Date.now(),
      );
    }),
    isAnyMarketOpen: () => true,
  });
  stopAll.push(async () => {
    presence.isSomeoneLooking = false;
    await watchlist.setValue([]);
    await supervisor.look('settings');
  });
  return { intake, supervisor };
}

const waitFor = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 8_000, interval: 20 });
const stateIs = (state: string) =>
  waitFor(async () => expect((await connectionState.getValue()).state).toBe(state));
const reasonIs = (reason: string) =>
  waitFor(async () => {
    const stored = (await connectionState.getValue()).reason;
    expect(stored && serviceProblemWords(stored)).toBe(reason);
  });
const missingIs = (missing: object) =>
  waitFor(async () => expect(await missingFeeds.getValue()).toEqual(missing));
const priceCalls = () => service.requests.filter(({ path }) => path.includes('updates/price'));
const polls = () => priceCalls().filter(({ path }) => path.endsWith('latest'));

describe('a service that knows none of the feeds', () => {
  it.each([3, 1_000])('is asked for %d feeds a few times only, and says so', async (count) => {
    if (count > 3) {
      const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0'));
      await watchlist.setValue(ids);
    }
    // As a wrong path in the base URL does.
    service.fail({ kind: 'status', status: 404 });
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await reasonIs(NONE_KNOWN);
    expect(await connectionState.getValue()).toMatchObject({
      state: 'offline',
      remedy: 'connection',
    });
    for (let time = 0; time < 20; time += 1) await supervisor.look('settings');
    expect(polls().length).toBeLessThanOrEqual(8);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('is not asked for a stream until it knows one', async () => {
    service.fail({ kind: 'unknown-feeds' });
    const { supervisor } = startWorker(true);
    await supervisor.look('start');
    await reasonIs(NONE_KNOWN);
    await supervisor.look('settings');
    const { length } = priceCalls();
    expect(length).toBeLessThanOrEqual(12);
    await supervisor.look('alarm');
    await supervisor.look('presence');
    await startWorker(true).supervisor.look('start');
    expect(priceCalls()).toHaveLength(length);

    service.clearFaults();
    await makePollDue();
    await supervisor.look('alarm');
    await stateIs('live');
    expect(await suspectedFeeds.getValue()).toMatchObject({ ids: [], emptyRounds: 0 });
  });

  it('is asked again in growing pauses of a few minutes at most', async () => {
    service.fail({ kind: 'unknown-feeds' });
    await startWorker().supervisor.look('start');
    await reasonIs(NONE_KNOWN);
    const pauseMs = async (): Promise<number> => {
      const { nextAttemptAt } = await connectionState.getValue();
      return (nextAttemptAt ?? 0) - (await polling.getValue()).triedAt;
    };
    expect(await pauseMs()).toBe(30_000);
    await makePollDue();
    await startWorker().supervisor.look('alarm');
    await waitFor(async () => expect(await pauseMs()).toBe(60_000));
    await suspectedFeeds.update((known) => ({ ...known, emptyRounds: 99 }));
    await makePollDue(4 * 60_000);
    await startWorker().supervisor.look('alarm');
    await waitFor(async () => expect(await pauseMs()).toBe(4 * 60_000));
  });

  it.each(['refresh', 'connection'] as const)('is asked at once on %s', async (cause) => {
    const mend = service.fail({ kind: 'unknown-feeds' });
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await reasonIs(NONE_KNOWN);
    mend();
    await supervisor.look(cause);
    await stateIs('polling');
    expect(intake.prices.size).toBe(3);
    expect(await suspectedFeeds.getValue()).toEqual(suspectedFeeds.fallback);
  });

  it('costs no row its last price', async () => {
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    service.fail({ kind: 'status', status: 404 });
    await makePollDue();
    await supervisor.look('alarm');
    await reasonIs(NONE_KNOWN);
    expect(intake.prices.size).toBe(3);
    expect(await missingFeeds.getValue()).toEqual({});
  });

  it('and one that has no price of any feed is not blamed for its base URL', async () => {
    for (const id of [BTC, ETH, EUR]) service.withholdData(id);
    await startWorker().supervisor.look('start');
    await reasonIs('This service has no price of any of your feeds at the moment.');
    expect(await connectionState.getValue()).toMatchObject({ state: 'offline', remedy: null });
  });
});

describe('a feed that the service refuses without a name', () => {
  it('is found beside the stream of the others', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    const { supervisor, intake } = startWorker(true);
    await supervisor.look('start');
    await stateIs('live');
    await missingIs({ [EUR]: 'unknown' });
    await waitFor(() => expect(service.openStreams()).toBe(1));
    expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted());
  });

  it('is looked for where the last worker stopped, while the others are polled', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    const stored = { ids: [EUR, ETH], refused: 2, batchSize: 0, emptyRounds: 0 };
    await suspectedFeeds.setValue(stored);
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await missingIs({ [EUR]: 'unknown' });
    await stateIs('polling');
    expect(polls().map(({ ids }) => ids)).toEqual([[BTC], [EUR], [ETH]]);
    await waitFor(async () => expect((await suspectedFeeds.getValue()).ids).toEqual([]));
  });

  it('is looked for with each alarm while the others are streamed', async () => {
    service.fail({ kind: 'unknown-feeds', ids: [EUR] });
    await suspectedFeeds.setValue({ ids: [EUR], refused: 1, batchSize: 0, emptyRounds: 0 });
    await polling.setValue({ triedAt: Date.now(), failures: 0, missingCheckedAt: Date.now() });
    const { supervisor } = startWorker(true);
    await supervisor.look('start');
    await stateIs('live');
    expect(polls()).toHaveLength(0);
    await makePollDue();
    await supervisor.look('alarm');
    await missingIs({ [EUR]: 'unknown' });
    expect(polls().map(({ ids }) => ids)).toEqual([[EUR]]);
    expect(service.openStreams()).toBe(1);
  });

  it('is forgotten with the feed', async () => {
    await suspectedFeeds.setValue({
      ids: ['ab'.repeat(32), ETH],
      refused: 2,
      batchSize: 0,
      emptyRounds: 0,
    });
    await polling.setValue({ triedAt: Date.now(), failures: 0, missingCheckedAt: Date.now() });
    await startWorker().supervisor.look('start');
    expect(await suspectedFeeds.getValue()).toMatchObject({ ids: [ETH], refused: 0 });
  });
});

describe('a feed that the access token does not cover', () => {
  it.each([
    ['polls', false, 'polling'],
    ['the stream', true, 'live'],
  ])('hides no other, in %s', async (_, isSomeoneLooking, state) => {
    service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { supervisor, intake } = startWorker(isSomeoneLooking);
    await supervisor.look('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs(state);
    expect(intake.prices.size).toBe(2);
    expect(await connectionState.getValue()).toMatchObject({ reason: null, remedy: null });
    expect(JSON.stringify(await journal.getValue())).not.toContain('token-rejected');
  });

  it('that is all of them stops, and is asked for again after an hour', async () => {
    const mend = service.fail({ kind: 'not-entitled', ids: [BTC, ETH, EUR] });
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await stateIs('stopped');
    expect(await connectionState.getValue()).toMatchObject({
      reason: { code: 'no-prices', reason: 'not-covered' },
      remedy: 'connection',
    });
    const hourAgo = { triedAt: 0, failures: 0, missingCheckedAt: 0 };
    await polling.setValue(hourAgo);
    await supervisor.look('alarm');
    await waitFor(async () => expect((await suspectedFeeds.getValue()).ids).toEqual([]));
    await supervisor.look('alarm');
    await stateIs('stopped');

    mend();
    await polling.setValue(hourAgo);
    await supervisor.look('alarm');
    await missingIs({});
    await stateIs('polling');
    expect(intake.prices.size).toBe(3);
  });

  it.each(['refresh', 'connection'] as const)('is asked for again on %s', async (cause) => {
    const mend = service.fail({ kind: 'not-entitled', ids: [EUR] });
    const { supervisor } = startWorker(true);
    await supervisor.look('start');
    await missingIs({ [EUR]: 'not-covered' });
    await stateIs('live');
    mend();
    await supervisor.look(cause);
    await missingIs({});
    await waitFor(() => expect(priceCalls().at(-1)?.ids).toContain(EUR));
  });

  it('is asked for again after an hour, apart from the others, and joins the stream', async () => {
    await missingFeeds.setValue({ [EUR]: 'not-covered' });
    await polling.setValue({ triedAt: 0, failures: 0, missingCheckedAt: Date.now() });
    const { supervisor } = startWorker(true);
    await supervisor.look('start');
    await stateIs('live');
    await polling.update((known) => ({ ...known, triedAt: 0, missingCheckedAt: 0 }));
    await supervisor.look('alarm');
    await missingIs({});
    expect(polls().at(-1)?.ids).toEqual([EUR]);
    await waitFor(() => expect(priceCalls().at(-1)?.ids).toEqual([BTC, ETH, EUR]));
  });

  it('unless the service names another: then it stops', async () => {
    const body = `Not entitled: feed ${'ab'.repeat(32)}`;
    service.fail({ kind: 'status', status: 403, body, path: 'updates/price' });
    await startWorker(true).supervisor.look('start');
    await stateIs('stopped');
    expect(await connectionState.getValue()).toMatchObject({ remedy: 'access-token' });
    expect(await missingFeeds.getValue()).toEqual({});
  });
});
