import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
} from '@/lib/price-service/index.ts';
import { start, startService } from './service.ts';
import { BTC, bodyOf, priceUpdate, rejectionOf } from './support.ts';

// For which failures are retried, and how often, see tests/unit/specification.

/** Returns when each request was made, in ms after the call, with fake timers. */
async function timesOf(httpRetries: number): Promise<number[]> {
  vi.useFakeTimers();
  const begin = Date.now();
  const times: number[] = [];
  const fetch = async () => {
    times.push(Date.now() - begin);
    return new Response(null, { status: 500 });
  };
  const client = new PriceServiceClient('https://h.example', {
    fetch,
    httpRetries,
    random: () => 0,
  });
  const done = rejectionOf(client.getPriceFeeds());
  await vi.runAllTimersAsync();
  expect(await done).toBeInstanceOf(HttpStatusError);
  return times;
}

describe('failures', () => {
  it('an unreachable service is a NetworkError with its cause', async () => {
    const service = await startService();
    await service.close();
    const client = new PriceServiceClient(service.url, { httpRetries: 0 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ endpoint: 'v2/updates/price/latest' });
    expect(error).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  it('an answer above the limit is an error and is not read further', async () => {
    const { service, client } = await start({ httpRetries: 0, timeoutMs: 60_000 });
    service.fail({ kind: 'huge', bytes: 2 ** 40 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toHaveProperty('issues', ['body: larger than 0.26 MiB']);
    await vi.waitUntil(() => service.requests[0]?.endedAt !== null);
  });

  it('an answer just below the limit is read', async () => {
    const spaces = new Uint8Array(4 * 1024 * 1024 - 2).fill(0x20);
    const fetch = async () => new Response(bodyOf(['[', spaces, ']']));
    const client = new PriceServiceClient('https://h.example', { fetch, httpRetries: 0 });
    expect(await client.getPriceFeeds()).toEqual([]);
  });
});

describe('retries', () => {
  afterEach(() => vi.useRealTimers());

  it('are never made at once, however many there are', async () => {
    const times = await timesOf(40);
    expect(times).toHaveLength(41);
    expect(times.at(-1)).toBeGreaterThan(10 * 2 ** 31);
  });

  it('happen only for errors that retryIf accepts', async () => {
    const receivedErrors: unknown[] = [];
    const { service, client } = await start({
      retryIf: (error) => {
        receivedErrors.push(error);
        return !(error instanceof HttpStatusError && error.status === 429);
      },
    });
    service.fail({ kind: 'status', status: 429, times: 1 });
    service.fail({ kind: 'status', status: 503, times: 1 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toMatchObject({ status: 429 });
    expect(receivedErrors.at(-1)).toBe(error);
    service.clearFaults();
    service.requests.length = 0;
    service.fail({ kind: 'status', status: 503, times: 1 });
    await client.getLatestPriceUpdates([BTC]);
    expect(service.requests).toHaveLength(2);
  });
});

describe('beforeRequest', () => {
  it('is awaited before the first attempt and each retry', async () => {
    const order: string[] = [];
    const client = new PriceServiceClient('https://h.example', {
      random: () => 0,
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

it('the default fetch is the global one at the time of the call, called without `this`', async () => {
  const client = new PriceServiceClient('https://h.example');
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async function (this: unknown, url: string) {
    calls.push(this === globalThis || this === undefined, url);
    return Response.json(priceUpdate());
  });
  await client.getLatestPriceUpdates([BTC]).finally(() => vi.unstubAllGlobals());
  expect(calls).toEqual([true, `https://h.example/v2/updates/price/latest?ids%5B%5D=${BTC}`]);
});
