import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriceIntake } from '@/lib/background/price-intake.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { MAX_REQUESTS } from '@/lib/connection/request-budget.ts';
import { createUpdateQueue } from '@/lib/background/update-queue.ts';
import { createSupervisor, type Supervisor } from '@/lib/background/supervisor.ts';
import { catalogue, catalogueStatus, followedFeeds } from '@/lib/storage/catalogue.ts';
import { connectionState, polling, requestBudget } from '@/lib/storage/connection.ts';
import { journal } from '@/lib/storage/diagnostics.ts';
import { missingFeeds } from '@/lib/storage/prices.ts';
import { backgroundUpdates, connectionSettings } from '@/lib/storage/settings.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { BTC, ETH, EUR } from './feeds.ts';
import { journalWords } from '@/lib/diagnostics/journal-words.ts';

const UNKNOWN = 'ab'.repeat(32);
const PRICE_CALLS = /updates\/price/;

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
  await watchlist.setValue([BTC, ETH]);
});

afterEach(async () => {
  for (const stop of stopAll.toReversed()) await stop();
  stopAll = [];
  // A worker's timers end with it: one that is left would look after the next test's storage.
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  vi.restoreAllMocks();
});

/** One life of the worker; a second call is the next worker over the same storage. */
function startWorker({
  isSomeoneLooking = false,
  isAnyMarketOpen = true,
  isLean = false,
  isStoring = true,
} = {}) {
  const presence = { isSomeoneLooking };
  const intake = createPriceIntake(() => {});
  const supervisor = createSupervisor({
    presence,
    intake,
    lean: { isOpen: async () => isLean },
    recorder: createRecorder(),
    updates: createUpdateQueue(async (update) => {
      await intake.take(
        (update.parsed ?? []).map((item) => ({ id: item.id, item })),
        Date.now(),
      );
      if (!isStoring) throw new Error('QUOTA_BYTES quota exceeded');
    }),
    isAnyMarketOpen: () => isAnyMarketOpen,
  });
  stopAll.push(() => stopWorker(supervisor, presence));
  return { presence, intake, supervisor };
}

/** Ends its stream and polls, as the browser does with a worker. */
async function stopWorker(supervisor: Supervisor, presence: { isSomeoneLooking: boolean }) {
  presence.isSomeoneLooking = false;
  await watchlist.setValue([]);
  await supervisor.look('settings');
}

const stateIs = (state: string) =>
  vi.waitFor(async () => expect((await connectionState.getValue()).state).toBe(state), {
    timeout: 8_000,
    interval: 20,
  });

const priceCalls = () => service.requests.filter(({ path }) => PRICE_CALLS.test(path));
const polls = () => priceCalls().filter(({ path }) => path.endsWith('latest'));

/** The alarm finds the second poll due. The first may not be over yet: it keeps others waiting. */
const alarmBringsPoll = (supervisor: Supervisor) =>
  vi.waitFor(async () => {
    await supervisor.look('alarm');
    expect(polls()).toHaveLength(2);
  });

describe('supervisor', () => {
  it('polls all feeds in one request while nobody looks', async () => {
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    expect([...intake.prices.keys()].toSorted()).toEqual([BTC, ETH].toSorted());
    expect(priceCalls().map(({ path }) => path)).toEqual(['/v2/updates/price/latest']);
  });

  it('does not poll again before it is due, whichever worker looks', async () => {
    await startWorker().supervisor.look('start');
    await stateIs('polling');
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await supervisor.look('alarm');
    expect(priceCalls()).toHaveLength(1);
    await polling.update((known) => ({ ...known, triedAt: known.triedAt - 30_000 }));
    await alarmBringsPoll(supervisor);
  });

  it('polls at an alarm already where the next one would come too late', async () => {
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    await polling.update((known) => ({ ...known, triedAt: known.triedAt - 10_000 }));
    await supervisor.look('settings');
    expect(priceCalls()).toHaveLength(1);
    await alarmBringsPoll(supervisor);
  });

  it('polls every five minutes only in Saver', async () => {
    await backgroundUpdates.setValue('saver');
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    await polling.update((known) => ({ ...known, triedAt: known.triedAt - 60_000 }));
    await supervisor.look('alarm');
    expect(priceCalls()).toHaveLength(1);
    await polling.update((known) => ({ ...known, triedAt: known.triedAt - 240_000 }));
    await alarmBringsPoll(supervisor);
  });

  it('streams while someone looks and stops when nobody does', async () => {
    const { supervisor, presence } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    expect(service.openStreams()).toBe(1);
    presence.isSomeoneLooking = false;
    await supervisor.look('presence');
    await vi.waitFor(() => expect(service.openStreams()).toBe(0));
    await stateIs('polling');
  });

  it('streams the signed bytes alone where these are good enough', async () => {
    await startWorker({ isSomeoneLooking: true, isLean: true }).supervisor.look('start');
    await vi.waitFor(() => expect(priceCalls()).toHaveLength(1));
    expect(priceCalls()[0]?.query).toContain('parsed=false&encoding=base64');
  });

  it('streams all the time in Live', async () => {
    await backgroundUpdates.setValue('live');
    await startWorker().supervisor.look('start');
    await stateIs('live');
  });

  it('tells in the journal of each stream, and why it ended', async () => {
    await startWorker({ isSomeoneLooking: true }).supervisor.look('start');
    await stateIs('live');
    service.fail({ kind: 'status', status: 503 });
    service.endStreams();
    const told = async () =>
      (await journal.getValue()).map(({ event }) => journalWords(event)).join('\n');
    const session =
      /^A stream of 2 feeds opened\.$[^]*^The stream (?:ended|broke off): [A-Z].*\.$/m;
    await vi.waitFor(async () => expect(await told()).toMatch(session), { timeout: 8_000 });
  });

  it('opens one stream, however often it looks', async () => {
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await Promise.all(
      (['start', 'presence', 'alarm', 'settings'] as const).map((why) => supervisor.look(why)),
    );
    await stateIs('live');
    await supervisor.look('alarm');
    expect(priceCalls()).toHaveLength(1);
  });

  it('streams a changed watchlist', async () => {
    const { supervisor, intake } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    await watchlist.setValue([ETH, EUR]);
    await supervisor.look('settings');
    await vi.waitFor(() =>
      expect([...intake.prices.keys()].toSorted()).toEqual([ETH, EUR].toSorted()),
    );
    await vi.waitFor(() => expect(service.openStreams()).toBe(1));
  });

  it.each([401, 403])('stops on %d until the connection settings change', async (status) => {
    service.fail({ kind: 'status', status, path: PRICE_CALLS });
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await stateIs('stopped');
    expect(await connectionState.getValue()).toMatchObject({ remedy: 'access-token' });

    await polling.update((known) => ({ ...known, triedAt: 0 }));
    await supervisor.look('alarm');
    await startWorker().supervisor.look('start');
    expect(priceCalls()).toHaveLength(1);

    service.clearFaults();
    await connectionSettings.setValue({
      baseUrl: service.url,
      headers: [{ name: 'Authorization', value: 'Bearer token' }],
    });
    await supervisor.look('connection');
    await stateIs('polling');
    expect(priceCalls().at(-1)?.headers['authorization']).toBe('Bearer token');
  });

  it('stops a refused stream as well, and tries again when the user asks', async () => {
    service.fail({ kind: 'status', status: 401, path: PRICE_CALLS });
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('stopped');
    service.clearFaults();
    await supervisor.look('refresh');
    await stateIs('live');
  });

  it('sends nothing after 429 until the penalty is over, whichever worker looks', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    await startWorker().supervisor.look('start');
    await stateIs('offline');
    const { nextAttemptAt } = await connectionState.getValue();
    expect(nextAttemptAt! - Date.now()).toBeGreaterThan(55_000);

    await polling.update((known) => ({ ...known, triedAt: 0 }));
    await startWorker().supervisor.look('start');
    await vi.waitFor(async () => expect((await polling.getValue()).failures).toBe(2));
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    expect(priceCalls()).toHaveLength(1);

    await requestBudget.update((budget) => ({ ...budget, pausedUntil: 0 }));
    await supervisor.look('refresh');
    await stateIs('live');
  });

  it('keeps a penalty, and what it says of it, when somebody begins to look', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    const { supervisor, presence } = startWorker();
    await supervisor.look('start');
    await stateIs('offline');
    const told = await connectionState.getValue();
    const states: string[] = [];
    const unwatch = connectionState.watch(({ state }) => states.push(state));
    presence.isSomeoneLooking = true;
    await supervisor.look('presence');
    await vi.waitFor(async () =>
      expect(JSON.stringify(await journal.getValue())).toContain('stream-ended'),
    );
    unwatch();
    expect(states).toEqual([]);
    expect(await connectionState.getValue()).toEqual(told);
    expect(priceCalls()).toHaveLength(1);
  });

  it('keeps a penalty when only the headers change', async () => {
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1 });
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await stateIs('offline');
    const headers = [{ name: 'X-Token', value: 'other' }];
    await connectionSettings.setValue({ baseUrl: service.url, headers });
    await supervisor.look('connection');
    await stateIs('offline');
    expect(priceCalls()).toHaveLength(1);
  });

  it('keeps to Retry-After', async () => {
    const headers = { 'retry-after': '1' };
    service.fail({ kind: 'status', status: 429, path: PRICE_CALLS, times: 1, headers });
    await startWorker().supervisor.look('start');
    await stateIs('offline');
    await stateIs('polling');
    const [refused, answered] = priceCalls();
    expect(answered!.at - refused!.at).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['a poll', false],
    ['a stream', true],
  ])('waits as long as a 503 asks for, and says so: %s', async (_, isSomeoneLooking) => {
    const headers = { 'retry-after': '40' };
    service.fail({ kind: 'status', status: 503, headers, path: PRICE_CALLS });
    await startWorker({ isSomeoneLooking }).supervisor.look('start');
    await stateIs('offline');
    const { reason, nextAttemptAt } = await connectionState.getValue();
    expect(reason).toEqual({ code: 'paused' });
    expect(nextAttemptAt! - Date.now()).toBeGreaterThan(30_000);
    expect(priceCalls()).toHaveLength(1);
  });

  it('says at once that a poll without retries was asked to pause', async () => {
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '40' } });
    await supervisor.look('refresh');
    await vi.waitFor(async () => expect((await polling.getValue()).failures).toBe(1));
    const { length } = service.requests;
    service.endStreams();
    await stateIs('offline');
    expect((await connectionState.getValue()).nextAttemptAt! - Date.now()).toBeGreaterThan(30_000);
    expect(service.requests).toHaveLength(length);
  });

  it('one unknown feed hides no other, in polls', async () => {
    await watchlist.setValue([BTC, UNKNOWN, ETH]);
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    expect(intake.prices.size).toBe(2);
    await vi.waitFor(async () =>
      expect(await missingFeeds.getValue()).toEqual({ [UNKNOWN]: 'unknown' }),
    );
  });

  it('one feed without data hides no other, in the stream', async () => {
    service.withholdData(EUR);
    await watchlist.setValue([BTC, EUR, ETH]);
    const { supervisor, intake } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    expect(intake.prices.size).toBe(2);
    expect(Object.keys(await missingFeeds.getValue())).toEqual([EUR]);
  });

  it('is live again by itself after the service was away', async () => {
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    const mend = service.fail({ kind: 'status', status: 503, path: PRICE_CALLS });
    service.endStreams();
    await stateIs('connecting');
    await stateIs('offline');
    mend();
    await stateIs('live');
  }, 15_000);

  it('polls a service that refuses the stream alone', async () => {
    service.fail({ kind: 'status', status: 405, path: 'stream' });
    const { supervisor, intake } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('polling');
    expect(intake.prices.size).toBe(2);
    await vi.waitFor(
      async () =>
        expect((await connectionState.getValue()).reason).toEqual({
          code: 'http-status',
          status: 405,
        }),
      { timeout: 4_000 },
    );
    expect(await connectionState.getValue()).toMatchObject({ state: 'polling' });
  });

  it('polls beside a stream that never comes, and says that it polls', async () => {
    service.fail({ kind: 'status', status: 503, path: 'stream' });
    const { supervisor, intake } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await vi.waitFor(() => expect(intake.prices.size).toBe(2), { timeout: 6_000 });
    await vi.waitFor(
      async () =>
        expect((await connectionState.getValue()).reason).toEqual({
          code: 'http-status',
          status: 503,
        }),
      { timeout: 4_000 },
    );
    expect(await connectionState.getValue()).toMatchObject({ state: 'polling' });

    await polling.update((known) => ({ ...known, triedAt: known.triedAt - 30_000 }));
    // With the stream's next try at the latest.
    await vi.waitFor(() => expect(polls()).toHaveLength(2), { timeout: 8_000 });
  }, 15_000);

  it('does not say that it polls a service that has gone with its stream', async () => {
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    const told: string[] = [];
    const unwatch = connectionState.watch(({ state }) => told.push(state));
    service.fail({ kind: 'hang', where: 'before', path: 'latest' });
    service.fail({ kind: 'status', status: 503, path: 'stream' });
    service.endStreams();
    await stateIs('offline');
    unwatch();
    expect(told).not.toContain('polling');
  });

  it('opens the stream without a further pause once the network is back', async () => {
    service.fail({ kind: 'status', status: 405, path: 'stream', times: 1 });
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('polling');
    await supervisor.look('retry');
    await vi.waitFor(() => expect(service.openStreams()).toBe(1), { timeout: 500 });
  });

  it('tries again within 1.5 s for as long as someone looks', async () => {
    const pauses: number[] = [];
    const unwatch = connectionState.watch(({ nextAttemptAt }) => {
      if (nextAttemptAt !== null) pauses.push(nextAttemptAt - Date.now());
    });
    service.fail({ kind: 'status', status: 503, path: PRICE_CALLS });
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await vi.waitFor(() => expect(pauses.length).toBeGreaterThan(2), { timeout: 8_000 });
    unwatch();
    expect(Math.max(...pauses)).toBeGreaterThan(1_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_500);
  }, 15_000);

  it('pauses longer while nobody looks, and tries at once for who begins to', async () => {
    await backgroundUpdates.setValue('live');
    service.fail({ kind: 'status', status: 400, path: PRICE_CALLS });
    const { supervisor, presence } = startWorker();
    await supervisor.look('start');
    await vi.waitFor(
      async () => {
        const { nextAttemptAt } = await connectionState.getValue();
        expect(nextAttemptAt! - Date.now()).toBeGreaterThan(1_500);
      },
      { timeout: 8_000, interval: 20 },
    );
    const { nextAttemptAt } = await connectionState.getValue();
    const { length } = priceCalls();
    presence.isSomeoneLooking = true;
    await supervisor.look('presence');
    await vi.waitFor(() => expect(priceCalls().length).toBeGreaterThan(length));
    expect(priceCalls()[length]!.at).toBeLessThan(nextAttemptAt!);
  }, 15_000);

  it('never exceeds the request limit against a service that refuses every stream', async () => {
    service.fail({ kind: 'status', status: 400, path: PRICE_CALLS });
    const { supervisor } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('offline');
    for (let time = 0; time < 50; time += 1) await supervisor.look('settings');
    expect(priceCalls().length).toBeLessThanOrEqual(3);
    for (let time = 0; time < 50; time += 1) await supervisor.look('presence');
    expect(priceCalls().length).toBeLessThanOrEqual(MAX_REQUESTS);
  });

  it('asks for a feed that was added while a poll is under way, and drops that poll', async () => {
    const mend = service.fail({ kind: 'hang', where: 'before', path: PRICE_CALLS });
    const { supervisor, intake } = startWorker();
    await supervisor.look('start');
    await vi.waitFor(() => expect(priceCalls()).toHaveLength(1));
    mend();
    await supervisor.look('refresh');
    expect(priceCalls()).toHaveLength(1);
    await watchlist.setValue([BTC, ETH, EUR]);
    await supervisor.look('settings');
    await vi.waitFor(() => expect(intake.prices.size).toBe(3), { timeout: 3_000 });
    expect(priceCalls()).toHaveLength(2);
  });

  it.each([
    [false, 'polling'],
    [true, 'live'],
  ])('blames the storage, not the service, for prices that are not kept', async (...given) => {
    const [isSomeoneLooking, state] = given;
    await startWorker({ isSomeoneLooking, isStoring: false }).supervisor.look('start');
    await stateIs(state);
    const { reason } = await connectionState.getValue();
    expect(reason).toEqual({ code: 'prices-not-stored' });
    expect((await polling.getValue()).failures).toBe(0);
  });

  it('asks for prices also where the names of added feeds cannot be stored', async () => {
    await followedFeeds.setValue({});
    await catalogue.setValue({ fetchedAt: Date.now(), feeds: [{ id: BTC, attributes: {} }] });
    const update = vi.spyOn(followedFeeds, 'update');
    update.mockRejectedValueOnce(new StorageWriteError('Not stored.'));
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await stateIs('polling');
    expect(update).toHaveBeenCalled();
  });

  it('takes nothing more from a service that it was disconnected from', async () => {
    const { supervisor, intake } = startWorker({ isSomeoneLooking: true });
    await supervisor.look('start');
    await stateIs('live');
    supervisor.disconnect();
    await intake.forget();
    await vi.waitFor(() => expect(service.openStreams()).toBe(0));
    expect(intake.prices.size).toBe(0);
    expect(supervisor.service).toBeNull();
    await supervisor.look('connection');
    await stateIs('live');
  });

  it('fetches the catalogue once, also where prices are refused', async () => {
    service.fail({ kind: 'status', status: 401, path: PRICE_CALLS });
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await vi.waitFor(async () =>
      expect((await catalogueStatus.getValue()).fetchedAt).toBeGreaterThan(0),
    );
    await supervisor.look('alarm');
    expect(service.requests.filter(({ path }) => path === '/v2/price_feeds')).toHaveLength(1);
  });

  it('fetches the catalogue once also where it is told of the connection while it does', async () => {
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await supervisor.look('connection');
    await vi.waitFor(async () =>
      expect((await catalogueStatus.getValue()).fetchedAt).toBeGreaterThan(0),
    );
    expect(service.requests.filter(({ path }) => path === '/v2/price_feeds')).toHaveLength(1);
  });

  it('does not wait for the catalogue of the service before', async () => {
    const away = await startPriceService();
    stopAll.push(() => away.close());
    away.fail({ kind: 'hang', where: 'before', path: 'price_feeds' });
    await connectionSettings.setValue({ baseUrl: away.url, headers: [] });
    const { supervisor } = startWorker();
    await supervisor.look('start');
    await vi.waitFor(() =>
      expect(away.requests.map(({ path }) => path)).toContain('/v2/price_feeds'),
    );
    await connectionSettings.setValue({ baseUrl: service.url, headers: [] });
    await supervisor.look('connection');
    await vi.waitFor(async () =>
      expect((await catalogueStatus.getValue()).fetchedAt).toBeGreaterThan(0),
    );
  });

  it('says so when there is nothing to ask for', async () => {
    await watchlist.setValue([]);
    await startWorker().supervisor.look('start');
    expect(await connectionState.getValue()).toMatchObject({
      state: 'stopped',
      reason: { code: 'empty-watchlist' },
    });
    expect(priceCalls()).toHaveLength(0);
  });
});
