import { expect, vi } from 'vitest';
import { cache, cacheAll } from '@/lib/background/cached.ts';
import { Connection, type ConnectionSettings } from '@/lib/background/connection/connection.ts';
import { areSamplesInUse } from '@/lib/background/samples/services-in-use.ts';
import { alertReach } from '@/lib/storage/values/alert-reach.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { backgroundUpdates, priceServices, signatures } from '@/lib/storage/values/settings.ts';
import { createPriceIntake } from '@/lib/background/intake/price-intake.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { createTurns } from '@/lib/background/intake/turns.ts';
import { createUpdates, type Handled } from '@/lib/background/intake/updates.ts';
import { RequestBudget } from '@/lib/storage/requests/request-budget.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { StorageWriteError } from '@/lib/storage/storage-write-error.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { unchecked } from '../feeds.ts';
import {
  startPriceService,
  type PriceService,
  type PriceServiceOptions,
} from '../../../price-service/server.ts';
import { endFastTime, startFastTime, until } from '../../worker/fast-time.ts';

// The connection of a worker, without the rest of it, and local price services.

let ends: Array<() => Promise<void>> = [];
let timers: Array<ReturnType<typeof setTimeout>> = [];

/** Call this before each test. */
export function prepareConnections(): void {
  startFastTime();
  const { setTimeout: startTimer } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((...timer) => {
    const started = startTimer(...timer);
    timers.push(started);
    return started;
  });
}

/** Call this after each test. */
export async function endConnections(): Promise<void> {
  for (const end of ends.toReversed()) await end();
  ends = [];
  // A worker's timers end with it. A leftover timer would act on the next test's storage.
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  endFastTime();
}

/** Starts a local price service, which ends with the test. */
export async function startService(options: PriceServiceOptions = {}): Promise<PriceService> {
  const service = await startPriceService({ updatesPerSecond: 20, ...options });
  ends.push(() => service.close());
  return service;
}

/** Starts a worker. A second call starts the next worker with the same storage. */
export function startWorker({
  isPageOpen = false,
  isMarketOpen = true,
  isLean = false,
  isStoring = true,
  stepsMs = (): number => 0,
} = {}) {
  const presence = { isPageOpen };
  const turns = createTurns();
  const intake = createPriceIntake(
    () => {},
    undefined,
    () => 0,
    turns,
  );
  const settings = cacheConnectionSettings();
  const connection = new Connection({
    settings,
    ready: Promise.all(Object.values(settings).map(({ loaded }) => loaded)),
    presence,
    intake,
    budget: new RequestBudget({ loaded: Promise.resolve(), stepsMs }),
    lean: { isOpen: isLean, reset: async () => {} },
    recorder: createRecorder(),
    updates: createUpdates<Handled>(turns, async ({ parsed }) => {
      const prices = await unchecked(parsed ?? []);
      await intake.store(prices, Date.now());
      const verified = prices.flatMap(({ id, price }) => (price ? [{ id, ...price }] : []));
      const error = isStoring ? null : new StorageWriteError('QUOTA_BYTES quota exceeded');
      return { verified, unverified: [], error };
    }),
    isMarketOpen: () => isMarketOpen,
  });
  ends.push(() => endWorker(connection, presence));
  return { presence, intake, connection };
}

/** Starts a worker, and waits until the connection has this state. */
export async function startUntil(state: string, options?: Parameters<typeof startWorker>[0]) {
  const worker = startWorker(options);
  await worker.connection.update('start');
  await stateIs(state);
  return worker;
}

/** As the background caches them. */
function cacheConnectionSettings(): ConnectionSettings {
  const services = cache(priceServices);
  return {
    ...cacheAll({ watchlist, currencyFeeds, backgroundUpdates, alertReach, signatures }, () => {}),
    services,
    areSamplesInUse: areSamplesInUse(cache(areSamplesShown), services),
  };
}

/** Ends all its requests, as the browser does with a worker. */
async function endWorker(connection: Connection, presence: { isPageOpen: boolean }): Promise<void> {
  presence.isPageOpen = false;
  await watchlist.setValue([]);
  await connection.update('settings');
  // A response on its way would be stored during the next test.
  connection.disconnect();
}

/** Lets time pass at once, for everything but timers. */
export function skip(ms: number): void {
  const { now } = Date;
  Date.now = () => now() + ms;
}

/** Waits until the check passes, for at most this many milliseconds of the worker's time. */
export async function untilWithin(ms: number, check: () => unknown): Promise<void> {
  const startedAt = performance.now();
  await until(check);
  expect(performance.now() - startedAt).toBeLessThan(ms);
}

export const stateIs = (state: string) =>
  until(async () => expect((await connectionState.getValue()).state).toBe(state));

/** The price calls that reached a service. */
export const priceCallsTo = ({ requests }: PriceService) =>
  requests.filter(({ path }) => path.includes('updates/price'));

/** The polls that reached a service. */
export const pollsOf = (service: PriceService) =>
  priceCallsTo(service).filter(({ path }) => path.endsWith('latest'));
