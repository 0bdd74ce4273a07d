import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '@/lib/price-service/index.ts';
import { start } from './service.ts';
import { BTC, rejectionOf } from './support.ts';

describe('timeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('applies to each attempt and is 5000 ms by default', async () => {
    const begin = Date.now();
    let attempts = 0;
    const fetch: PriceServiceClientOptions['fetch'] = async (_url, { signal }) => {
      attempts += 1;
      return new Promise((resolve, reject) => {
        if (attempts === 1) setTimeout(() => resolve(new Response('{')), 4999);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const client = new PriceServiceClient('https://h.example', { fetch, random: () => 0 });
    const done = rejectionOf(client.getPriceFeeds());
    await vi.runAllTimersAsync();
    expect(await done).toMatchObject({
      name: 'RequestTimeoutError',
      endpoint: 'v2/price_feeds',
      timeoutMs: 5000,
    });
    expect([attempts, Date.now() - begin]).toEqual([2, 4999 + 100 + 5000]);
  });

  it('leaves no timer after success', async () => {
    const fetch = async () => Response.json([]);
    await new PriceServiceClient('https://h.example', { fetch }).getPriceFeeds();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not include the time of beforeRequest', async () => {
    const client = new PriceServiceClient('https://h.example', {
      beforeRequest: async () => new Promise((resolve) => setTimeout(resolve, 60_000)),
      fetch: async () => Response.json([]),
    });
    const answer = client.getPriceFeeds();
    await vi.runAllTimersAsync();
    expect(await answer).toEqual([]);
  });
});

describe("the caller's abort", () => {
  it('before the call prevents the request', async () => {
    const { service, client } = await start();
    const reason = new Error('not now');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC], { signal }))).toBe(reason);
    expect(await rejectionOf(client.getPriceFeeds({ signal }))).toBe(reason);
    expect(service.requests).toEqual([]);
  });

  it.each(['before', 'body'] as const)(
    'during a hang %s rejects once with its reason',
    async (where) => {
      const { service, client } = await start();
      service.fail({ kind: 'hang', where });
      const controller = new AbortController();
      const call = rejectionOf(client.getLatestPriceUpdates([BTC], { signal: controller.signal }));
      await vi.waitUntil(() => service.requests.length === 1);
      controller.abort('changed my mind');
      expect(await call).toBe('changed my mind');
      expect(service.requests).toHaveLength(1);
      await vi.waitUntil(() => service.requests[0]?.endedAt !== null);
    },
  );

  it('ends a retry delay', async () => {
    const controller = new AbortController();
    let requests = 0;
    const client = new PriceServiceClient('https://h.example', {
      // The first retry delay is longer than any test.
      random: () => 1e9,
      fetch: async () => {
        requests += 1;
        queueMicrotask(() => setTimeout(() => controller.abort(), 0));
        return new Response(null, { status: 500 });
      },
    });
    const error = await rejectionOf(client.getPriceFeeds({ signal: controller.signal }));
    expect(error).toBe(controller.signal.reason);
    expect(requests).toBe(1);
  });

  it('ends the wait for beforeRequest, even if that ignores the signal', async () => {
    const controller = new AbortController();
    const { service, client } = await start({ beforeRequest: () => new Promise(() => {}) });
    const call = rejectionOf(client.getPriceFeeds({ signal: controller.signal }));
    controller.abort();
    expect(await call).toBe(controller.signal.reason);
    expect(service.requests).toEqual([]);
  });

  it('leaves no listener on a signal that is used again', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const { client } = await start();
    await client.getLatestPriceUpdates([BTC], { signal });
    await client.getPriceFeeds({ signal });
    expect(add).toHaveBeenCalled();
    for (const [, , options] of add.mock.calls) {
      expect(options).toHaveProperty('signal.aborted', true);
    }
  });
});
