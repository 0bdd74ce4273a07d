import { expect, vi } from 'vitest';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { readLatestPrices, watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { priceServices, trustSettings } from '@/lib/storage/values/settings.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { PriceService, PriceServiceOptions } from '../../../price-service/server.ts';
import { startPriceServices, type PriceServices } from '../../../price-service/services.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';
import { endFastTime, startFastTime, until } from '../../worker/fast-time.ts';
import { endWorkers, makeWorkersMortal } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';

// A whole worker and several local price services that agree.

/** Fewer than a public service sends: each is signed and verified. */
const UPDATES_PER_SECOND = 1;

let running: PriceServices[] = [];
let stopWatching: Array<() => void> = [];
let activeSoFar: string[] = [];

/** Call this before each test. */
export function prepareWorld(): void {
  vi.spyOn(console, 'warn').mockReturnValue();
  startFastTime();
  makeWorkersMortal();
  activeSoFar = [];
  stopWatching.push(
    activeService.watch(({ id }) => {
      if (id !== activeSoFar.at(-1)) activeSoFar.push(id);
    }),
  );
}

/** Call this after each test. */
export async function endWorld(): Promise<void> {
  endWorkers();
  for (const stop of stopWatching) stop();
  stopWatching = [];
  await Promise.all(running.map((services) => services.close()));
  running = [];
  endFastTime();
  vi.restoreAllMocks();
}

interface ServiceOptions extends PriceServiceOptions {
  /** What the user entered; default: a key of its own, which the service does not check. */
  headers?: ServiceSettings['headers'];
}

/** Starts services and sets them up in this order. The feed is followed, and the signers trusted. */
export async function setUpServices(
  options: readonly ServiceOptions[],
  feedIds: readonly string[] = [BTC],
): Promise<PriceServices> {
  const services = await startPriceServices(
    options.map((each) => ({ updatesPerSecond: UPDATES_PER_SECOND, ...each })),
  );
  running.push(services);
  await priceServices.setValue(
    services.all.map(({ url: baseUrl }, place) => ({
      id: idOf(place),
      name: '',
      baseUrl,
      headers: options[place]?.headers ?? [{ name: `X-Key-${place}`, value: `secret-${place}` }],
      isPaused: false,
      mayMixUnverified: false,
    })),
  );
  await trustSettings.setValue(trustInLocal());
  await watchlist.setValue([...feedIds]);
  return services;
}

/** The ids of the services in use so far, in their order. */
export function activeIds(): readonly string[] {
  return activeSoFar;
}

export function idOf(place: number): string {
  return `service-${place}`;
}

/** The places of the services from which prices stream. */
export function streaming({ all }: PriceServices): number[] {
  return [...all.keys()].filter((place) => (all[place]?.openStreams() ?? 0) > 0);
}

/** Waits until prices stream from this service alone. */
export async function untilLiveFrom(services: PriceServices, place: number): Promise<void> {
  await until(async () => {
    expect(streaming(services)).toEqual([place]);
    expect((await connectionState.getValue()).state).toBe('live');
  });
}

/**
 * The service goes away: open connections end, and no request gets a response. Returns a function
 * that brings it back.
 */
export function goAway(service: PriceService | undefined): () => void {
  const comeBack = service?.fail({ kind: 'reset', where: 'before' });
  service?.endStreams();
  return () => comeBack?.();
}

export async function latestPrice(id = BTC): Promise<StoredPrice | undefined> {
  return (await readLatestPrices([id], await trustInForce.getValue())).get(id);
}

/** Collects every price of a feed that is stored from now on. */
export function collectPrices(id = BTC): StoredPrice[] {
  const prices: StoredPrice[] = [];
  stopWatching.push(
    watchLatestPrices((changed) => {
      const price = changed.get(id);
      if (price) prices.push(price);
    }),
  );
  return prices;
}

/** The price calls that reached a service. */
export function priceCalls(service: PriceService | undefined) {
  return (service?.requests ?? []).filter(({ path }) => path.startsWith('/v2/updates/price/'));
}

/** The values of the headers whose names begin with `x-`, of all requests that reached a service. */
export function keysAt(service: PriceService | undefined): Set<string> {
  const values = (service?.requests ?? []).flatMap(({ headers }) =>
    Object.entries(headers).filter(([name]) => name.startsWith('x-')),
  );
  return new Set(values.map(([, value]) => value));
}
