import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PriceService, PriceServiceOptions } from '../../price-service/server.ts';
import { startPriceServices, type PriceServices } from '../../price-service/services.ts';
import {
  BTC,
  ETH,
  EUR,
  getItem,
  holdsUpdates,
  idsQuery,
  LATEST,
  NOON_MS,
  openStream,
  statusAndText,
  updatesIn,
} from './support.ts';

async function startServices(
  ...options: PriceServiceOptions[]
): Promise<PriceServices & { times: { nowMs: number } }> {
  const times = { nowMs: NOON_MS };
  const now = (): number => times.nowMs;
  const services = await startPriceServices(
    options.map((each) => ({ updatesPerSecond: 0, now, ...each })),
  );
  onTestFinished(() => services.close());
  return { ...services, times };
}

function firstOf({ all }: PriceServices): PriceService {
  const [service] = all;
  if (!service) throw new Error('no service was started');
  return service;
}

const pricesOf = ({ all }: PriceServices, id = BTC) =>
  Promise.all(all.map(async (service) => (await getItem(service, id)).price));

describe('services with the same seed', () => {
  it('agree', async () => {
    const [one, other] = await pricesOf(await startServices({}, {}));
    expect(one).toEqual(other);
  });

  it('say the same about a time, even if one says it later', async () => {
    const services = await startServices({}, { lagSeconds: 7 });
    const [first] = await pricesOf(services);
    services.times.nowMs += 7_000;
    const [newer, late] = await pricesOf(services);
    expect(late).toEqual(first);
    expect(newer?.publish_time).toBe((late?.publish_time ?? 0) + 7);
  });

  it('have a price that a test sets, one with a lag later', async () => {
    const services = await startServices({}, { lagSeconds: 7 });
    services.setPrice(BTC, { price: '5', conf: '1', expo: 0 });
    expect((await pricesOf(services)).map(({ price }) => price === '5')).toEqual([true, false]);
    services.times.nowMs += 6_000;
    expect((await pricesOf(services)).map(({ price }) => price === '5')).toEqual([true, false]);
    services.times.nowMs += 2_000;
    expect((await pricesOf(services)).map(({ price }) => price === '5')).toEqual([true, true]);
  });
});

it('services with seeds of their own disagree', async () => {
  const [one, other] = await pricesOf(await startServices({ seed: 1 }, { seed: 2 }));
  expect(one?.price).not.toBe(other?.price);
});

it('a service waits when its lag grows, and never goes back', async () => {
  const services = await startServices({});
  const [before] = await pricesOf(services);
  firstOf(services).setLag(10);
  services.times.nowMs += 4_000;
  expect((await pricesOf(services))[0]?.publish_time).toBe(before?.publish_time);
  services.times.nowMs += 7_000;
  expect((await pricesOf(services))[0]?.publish_time).toBe((before?.publish_time ?? 0) + 1);
});

it('a service whose clock is wrong dates its prices and answers ahead', async () => {
  const services = await startServices({ lagSeconds: -90, dateAheadSeconds: 90 });
  const response = await fetch(firstOf(services).url + LATEST + idsQuery(BTC));
  expect(Date.parse(response.headers.get('date') ?? '')).toBe(NOON_MS + 90_000);
  expect((await pricesOf(services))[0]?.publish_time).toBe(NOON_MS / 1_000 + 90);
});

it('each service refuses requests without its own header', async () => {
  const services = await startServices(
    { requireHeader: { name: 'X-One', value: 'one' } },
    { requireHeader: { name: 'X-Two', value: 'two', status: 403 } },
  );
  const headers = { 'x-one': 'one', 'x-two': 'wrong' };
  const statuses = services.all.map(
    async ({ url }) => (await fetch(url + LATEST + idsQuery(BTC), { headers })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 403]);
});

it('a service may lack feeds that another one has', async () => {
  const services = await startServices({ lacks: [ETH, EUR] }, {});
  const statuses = services.all.map(({ url }) => statusAndText(url + LATEST + idsQuery(BTC, ETH)));
  expect((await Promise.all(statuses)).map(([status]) => status)).toEqual([404, 200]);
  const catalogs = services.all.map(async ({ url }) =>
    (await (await fetch(`${url}/v2/price_feeds?query=ETH/USD`)).text()).includes(ETH),
  );
  expect(await Promise.all(catalogs)).toEqual([false, true]);
});

it('the log of each service has the headers that reached it', async () => {
  const services = await startServices({}, {});
  for (const [index, { url }] of services.all.entries()) {
    await fetch(url + LATEST + idsQuery(BTC), { headers: { 'x-key': `key ${index}` } });
  }
  const keys = services.all.map(({ requests }) => requests.map(({ headers }) => headers['x-key']));
  expect(keys).toEqual([['key 0'], ['key 1']]);
});

it('a service fails at the times of its outages, and its streams with it', async () => {
  const fault = { kind: 'status', status: 503 } as const;
  const outages = [0.3, 0.9].map((fromSeconds) => ({ fromSeconds, seconds: 0.3, fault }));
  const services = await startServices({ outages, updatesPerSecond: 20 }, {});
  const service = firstOf(services);
  const stream = await openStream(service, idsQuery(BTC));
  expect(updatesIn(await stream.toEnd()).length).toBeGreaterThan(0);
  const isStatus = (status: number) =>
    vi.waitFor(
      async () =>
        expect((await statusAndText(service.url + LATEST + idsQuery(BTC)))[0]).toBe(status),
      { timeout: 10_000, interval: 10 },
    );
  for (const status of [503, 200, 503, 200]) await isStatus(status);
  const again = await openStream(service, idsQuery(BTC));
  expect(updatesIn(await again.until(holdsUpdates(1)))).toHaveLength(1);
});

it('none is left running if one cannot start', async () => {
  const taken = await startServices({});
  const port = Number(new URL(firstOf(taken).url).port);
  await expect(startPriceServices([{}, { port }])).rejects.toThrow('EADDRINUSE');
});
