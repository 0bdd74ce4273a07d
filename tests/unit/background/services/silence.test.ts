import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeService } from '@/lib/storage/values/failover.ts';
import type { PriceService } from '../../../price-service/server.ts';
import type { PriceServices } from '../../../price-service/services.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import {
  activeIds,
  collectPrices,
  endWorld,
  idOf,
  prepareWorld,
  priceCalls,
  setUpServices,
  streaming,
  untilLiveFrom,
} from './world.ts';
import { pass, until } from '../../worker/fast-time.ts';

// Services that neither answer nor fail, or answer with nothing new.

beforeEach(prepareWorld);
afterEach(endWorld);

/** Milliseconds within which another service takes over while a page is open. */
const SOON = 5_000;

/** The earliest update of the next service plus the machine's delay, in slowed time. */
const MARGIN = 600;

/** Several updates a second, as the public service sends. */
const LIVELY = { updatesPerSecond: 10 };

const polls = (service: PriceService | undefined) =>
  priceCalls(service).filter(({ path }) => path.endsWith('/latest'));

/** Makes a service accept requests and send nothing. */
function hang(service: PriceService | undefined): void {
  service?.fail({ kind: 'hang', where: 'before' });
  service?.setRate(0);
}

/** Starts a worker with an open page, and waits until the first service's stream shows its pace. */
async function openLively(services: PriceServices): Promise<void> {
  const prices = collectPrices();
  startWorker().openPage();
  await untilLiveFrom(services, 0);
  await until(() => expect(prices.length).toBeGreaterThan(25));
}

/** After this time, the request limit no longer counts a worker's first requests. */
const REQUESTS_COUNT_MS = 11_000;

/** Milliseconds until new prices of another service are stored. */
async function timeUntilPricesFrom(services: PriceServices, place: number): Promise<number> {
  const since = Date.now();
  const prices = collectPrices();
  await until(() => expect(streaming(services)).toContain(place));
  const before = prices.length;
  await until(() => expect(prices.length).toBeGreaterThan(before));
  return Date.now() - since;
}

describe('while a page is open', () => {
  it('a service that hangs in the middle of a stream is left within 5 s', async () => {
    const services = await setUpServices([LIVELY, LIVELY]);
    await openLively(services);
    hang(services.all[0]);
    expect(await timeUntilPricesFrom(services, 1)).toBeLessThan(SOON + MARGIN);
    expect((await activeService.getValue()).reason?.problem).toEqual({ code: 'timeout' });
  });

  it('a stream that stops is left within 5 s, although the service answers', async () => {
    const services = await setUpServices([LIVELY, LIVELY]);
    await openLively(services);
    services.all[0]?.setRate(0);
    expect(await timeUntilPricesFrom(services, 1)).toBeLessThan(SOON + MARGIN);
    expect((await activeService.getValue()).reason?.problem).toEqual({ code: 'stream-silent' });
  });

  it('a service whose stream ends keeps its place while the next stream is about to begin', async () => {
    const services = await setUpServices([LIVELY, LIVELY]);
    await openLively(services);
    await pass(REQUESTS_COUNT_MS);
    const [first] = services.all;
    const prices = collectPrices();
    // Prices are dated in whole seconds, so a response a second later has new ones.
    await pass(1_000 - (Date.now() % 1_000));
    // The silence began before the end, so it is unusual before the next stream can bring anything.
    first?.setRate(0);
    await pass(400);
    first?.endStreams();
    await until(() => expect(streaming(services)).toEqual([]));
    await until(() => expect(streaming(services)).not.toEqual([]));
    await pass(700);
    const before = prices.length;
    first?.setRate(10);
    await until(() => expect(prices.length).toBeGreaterThan(before + 5));
    expect(activeIds()).toEqual([idOf(0)]);
  });

  it('two services that hang are left within 8 s', async () => {
    const services = await setUpServices([LIVELY, LIVELY, LIVELY]);
    await openLively(services);
    hang(services.all[0]);
    hang(services.all[1]);
    expect(await timeUntilPricesFrom(services, 2)).toBeLessThan(8_000 + MARGIN);
    expect(activeIds()).toEqual([idOf(0), idOf(2)]);
  });

  it('a service whose updates come seldom is neither left nor asked all the time', async () => {
    const services = await setUpServices([{ updatesPerSecond: 0.3 }, {}]);
    const prices = collectPrices();
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    await until(() => expect(prices.length).toBeGreaterThan(8));
    expect(activeIds()).toEqual([idOf(0)]);
    // One for the first prices, and a few before the pace is known.
    expect(polls(services.all[0]).length).toBeLessThanOrEqual(4);
    // The clock is fast here, so that a busy machine can make one response late.
    expect(priceCalls(services.all[1]).length).toBeLessThanOrEqual(1);
  });
});
