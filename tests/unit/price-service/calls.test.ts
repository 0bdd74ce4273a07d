import { afterEach, describe, expect, it, vi } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, ETH, priceUpdate, rejectionOf } from './support.ts';

/** The shortest delays that the specification allows. */
const random = () => 0;

/** Creates a client of a new local price service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random, ...options }) };
}

describe('the five calls', () => {
  it('get answers from the local price service', async () => {
    const { service, client } = await start();
    const feeds = await client.getPriceFeeds({ query: 'btc/usd', assetType: 'crypto' });
    expect(feeds.map(({ id }) => id)).toContain(BTC);
    expect(feeds[0]?.attributes['symbol']).toMatch(/BTC\/USD/);

    const latest = await client.getLatestPriceUpdates([BTC, ETH], { encoding: 'base64' });
    expect(latest.parsed?.map(({ id }) => id).toSorted()).toEqual([BTC, ETH].toSorted());
    expect(latest.binary.encoding).toBe('base64');

    const time = Math.floor(Date.now() / 1000) - 60;
    const then = await client.getPriceUpdatesAtTimestamp(time, [BTC]);
    expect(then.parsed?.[0]?.price.publish_time).toBeGreaterThanOrEqual(time);

    const bare = await client.getLatestPriceUpdates([BTC], { parsed: false });
    expect(bare.parsed ?? null).toBeNull();
    expect(bare.binary.data).not.toEqual([]);

    const caps = await client.getLatestPublisherStakeCaps({ parsed: true });
    expect(typeof caps.parsed?.[0]?.publisher_stake_caps[0]?.cap).toBe('bigint');

    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/price_feeds',
      'GET /v2/updates/price/latest',
      `GET /v2/updates/price/${time}`,
      'GET /v2/updates/price/latest',
      'GET /v2/updates/publisher_stake_caps/latest',
    ]);
  });

  it('send the custom headers with every call', async () => {
    const { service, client } = await start({ headers: { 'X-Api-Key': 'k', Accept: 'text/x' } });
    await client.getPriceFeeds();
    await client.getLatestPriceUpdates([BTC]);
    await client.getPriceUpdatesAtTimestamp(Math.floor(Date.now() / 1000) - 60, [BTC]);
    await client.getLatestPublisherStakeCaps();
    const stream = client.getPriceUpdatesStream([BTC]);
    await vi.waitUntil(() => service.requests.length === 5);
    stream.close();
    for (const { headers } of service.requests) {
      expect(headers).toMatchObject({ 'x-api-key': 'k', accept: 'text/x' });
    }
  });

  it('keep the path prefix, with or without a trailing slash', async () => {
    const service = await startService({ prefix: '/some-token/hermes' });
    for (const baseUrl of [service.url, `${service.url}/`]) {
      await new PriceServiceClient(baseUrl, { httpRetries: 0 }).getLatestPriceUpdates([BTC]);
    }
    expect(service.requests.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308] as const)('%i is followed with the headers', async (status) => {
    const { service, client } = await start({ headers: { 'X-Api-Key': 'k' }, httpRetries: 0 });
    const location = `/v2/updates/price/latest?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status, location, times: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed?.[0]?.id).toBe(ETH);
    expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['k', 'k']);
  });
});

describe('beforeRequest', () => {
  it('is awaited before the first attempt and each retry', async () => {
    const order: string[] = [];
    const client = new PriceServiceClient('https://h.example', {
      random,
      httpRetries: 2,
      beforeRequest: async (signal) => {
        expect(signal.aborted).toBe(false);
        await Promise.resolve();
        order.push('asked');
      },
      fetch: async () => {
        order.push('sent');
        return new Response(null, { status: 500 });
      },
    });
    await rejectionOf(client.getPriceFeeds());
    expect(order).toEqual(['asked', 'sent', 'asked', 'sent', 'asked', 'sent']);
  });

  it('rejects the call with the same reason and prevents requests and retries', async () => {
    const reason = new Error('budget is spent');
    const beforeRequest = vi.fn(async () => {
      throw reason;
    });
    const { service, client } = await start({ beforeRequest });
    expect(await rejectionOf(client.getPriceFeeds())).toBe(reason);
    expect(beforeRequest).toHaveBeenCalledTimes(1);
    expect(service.requests).toEqual([]);
  });
});

describe('the default fetch', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the global fetch at the time of the call, called without `this`', async () => {
    const client = new PriceServiceClient('https://h.example');
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async function (this: unknown, url: string) {
      calls.push(this === globalThis || this === undefined, url);
      return Response.json(priceUpdate());
    });
    await client.getLatestPriceUpdates([BTC]);
    expect(calls).toEqual([true, `https://h.example/v2/updates/price/latest?ids%5B%5D=${BTC}`]);
  });
});
