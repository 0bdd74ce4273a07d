import { afterEach, describe, expect, it, vi } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, priceUpdate, rejectionOf } from './support.ts';

/** The shortest delays that the specification allows. */
const random = () => 0;

/** Creates a client of a new local price service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random, ...options }) };
}

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
