import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SAMPLE_DATA } from '@/lib/domain/samples/sample-service.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { failedChecks } from '@/lib/storage/values/prices.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import type { PriceService } from '../../../price-service/server.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { BTC, ETH, parsedItem } from '../feeds.ts';
import { until } from '../../worker/fast-time.ts';
import {
  collectPrices,
  endWorld,
  idOf,
  latestPrice,
  prepareWorld,
  priceCalls,
  setUpServices,
  untilLiveFrom,
} from './world.ts';

// Services that send something, but no verified news, and services that send prices of others.

beforeEach(prepareWorld);
afterEach(endWorld);

vi.setConfig({ testTimeout: 90_000 });

/** Several updates a second, as the public service sends. */
const LIVELY = { updatesPerSecond: 10 };

/** Milliseconds within which another service takes over, and the machine's delay, in fast time. */
const SOON = 5_000 + 600;
const unsigned = (data: string[]) => {
  const seconds = Math.floor(Date.now() / 1_000);
  const parsed = [parsedItem(BTC, '6500000000000', seconds, Date.now())];
  return JSON.stringify({ binary: { encoding: 'hex', data }, parsed });
};

/** The service's current response. */
async function genuine(service: PriceService, ids: readonly string[]): Promise<string> {
  const query = ids.map((id) => `ids[]=${id}`).join('&');
  const response = await fetch(`${service.url}/v2/updates/price/latest?${query}`);
  return response.text();
}

const LIES: Record<string, (service: PriceService) => Promise<() => string>> = {
  'empty updates': async () => () =>
    JSON.stringify({ binary: { encoding: 'hex', data: [] }, parsed: [] }),
  'sample markers': async () => () => unsigned([SAMPLE_DATA]),
  'no signatures': async () => () => unsigned([]),
  'forged signatures': async (service) => {
    service.tamper('wrong-proof');
    const body = await genuine(service, [BTC]);
    return () => body;
  },
  replays: async (service) => {
    const body = await genuine(service, [BTC]);
    return () => body;
  },
  'feeds that nobody requested': async (service) => {
    const body = await genuine(service, [ETH]);
    return () => body;
  },
};

/** From now on, every answer and every event of the stream is this lie. */
async function lie(service: PriceService | undefined, kind: string): Promise<void> {
  const tell = service && (await LIES[kind]?.(service));
  if (!service || !tell) throw new Error(kind);
  service.setRate(0);
  const headers = { 'content-type': 'application/json' };
  let replace = () => {};
  const say = (): void => {
    replace();
    replace = service.fail({ kind: 'body', body: tell(), headers, path: /latest$/ });
    service.pushEvent(tell());
  };
  say();
  const timer = setInterval(say, 100);
  onTestFinished(() => clearInterval(timer));
}

/** When verified prices of the second service are stored. */
async function timeUntilTakeover(): Promise<number> {
  const since = Date.now();
  await until(async () => expect((await activeService.getValue()).id).toBe(idOf(1)));
  const usedAt = Date.now();
  await until(async () => {
    const { proof, receivedAt } = (await latestPrice()) ?? {};
    expect(proof?.state).toBe('verified');
    // The try that led to the switch brought one.
    expect(receivedAt).toBeGreaterThan(usedAt - 1_000);
  });
  return Date.now() - since;
}

describe.each(Object.keys(LIES))('a preferred service that sends %s', (kind) => {
  it('is left soon while a page is open', async () => {
    const services = await setUpServices([LIVELY, LIVELY]);
    const prices = collectPrices();
    startWorker().openPage();
    await untilLiveFrom(services, 0);
    await until(() => expect(prices.length).toBeGreaterThan(25));
    await lie(services.all[0], kind);
    expect(await timeUntilTakeover()).toBeLessThan(SOON);
  });
});

it('unverified prices suffice if signatures are off', async () => {
  await signatures.setValue('off');
  const services = await setUpServices([LIVELY]);
  await lie(services.all[0], 'no signatures');
  startWorker().openPage();
  await untilLiveFrom(services, 0);
});

it('unverified prices suffice while no other service has better ones', async () => {
  const services = await setUpServices([LIVELY, LIVELY]);
  for (const service of services.all) await lie(service, 'no signatures');
  startWorker().openPage();
  await untilLiveFrom(services, 0);
});

describe('a failed verification', () => {
  it('says nothing of feeds that were not requested from that service', async () => {
    const services = await setUpServices([{ lacks: [ETH] }, {}], [BTC, ETH]);
    const second = services.all[1];
    second?.tamper('wrong-proof');
    const body = second ? await genuine(second, [BTC, ETH]) : '';
    second?.fail({ kind: 'body', body, headers: { 'content-type': 'application/json' } });
    startWorker().openPage();
    await until(async () => expect(Object.keys(await failedChecks.getValue())).toEqual([ETH]));
    expect((await latestPrice(BTC))?.proof?.state).toBe('verified');
  });

  it('of a service that is tried says nothing about the price of another one', async () => {
    const services = await setUpServices([{}, {}]);
    const [first] = services.all;
    const comeBack = first?.fail({ kind: 'status', status: 503 });
    startWorker().openPage();
    await untilLiveFrom(services, 1);
    first?.tamper('wrong-proof');
    comeBack?.();
    const answers = () => priceCalls(first).filter(({ status }) => status === 200);
    await until(() => expect(answers().length).toBeGreaterThan(1));
    expect(await failedChecks.getValue()).toEqual({});
    expect((await activeService.getValue()).id).toBe(idOf(1));
  });
});
