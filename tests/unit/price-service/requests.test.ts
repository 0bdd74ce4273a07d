import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
  RequestTimeoutError,
} from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, ETH, bodyOf, priceUpdate, rejectionOf } from './support.ts';

/** Shortest delays that the specification allows. */
const random = () => 0;

/** A client of a fresh local service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random, ...options }) };
}

describe('the five calls', () => {
  it('answer from the local service', async () => {
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

  it('keep the path prefix, with and without a slash at its end', async () => {
    const service = await startService({ prefix: '/some-token/hermes' });
    for (const baseUrl of [service.url, `${service.url}/`]) {
      await new PriceServiceClient(baseUrl, { httpRetries: 0 }).getLatestPriceUpdates([BTC]);
    }
    expect(service.requests.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('statuses', () => {
  it.each([400, 401, 403, 404, 418, 429, 500, 502, 503])(
    '%i: an error with exactly the text of the specification',
    async (status) => {
      const { service, client } = await start({ httpRetries: 0 });
      service.fail({ kind: 'status', status, body: '' });
      const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
      expect(error).toBeInstanceOf(HttpStatusError);
      expect(error).toMatchObject({
        name: 'HttpStatusError',
        status,
        message: `HTTP error! status: ${status}`,
      });
      expect(error).not.toHaveProperty('detail');
      expect(error).not.toHaveProperty('retryAfterMs');
    },
  );

  it('404 for unknown ids on the calls for updates, with the words of the service', async () => {
    const { client } = await start({ httpRetries: 0 });
    const unknown = 'ab'.repeat(32);
    for (const call of [
      client.getLatestPriceUpdates([unknown]),
      client.getPriceUpdatesAtTimestamp(Math.floor(Date.now() / 1000) - 60, [unknown]),
    ]) {
      const error = await rejectionOf(call);
      expect(error).toMatchObject({ status: 404, message: 'HTTP error! status: 404' });
      expect(error).toHaveProperty('detail', expect.stringContaining(unknown));
    }
  });

  it('keep 300 characters of a text body as detail, and nothing of a page', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    const headers = { 'content-type': 'text/plain' };
    service.fail({ kind: 'status', status: 400, body: 'x'.repeat(5000), headers, times: 1 });
    const long = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(long).toHaveProperty('detail', 'x'.repeat(300));
    const page = { 'content-type': 'text/html' };
    service.fail({ kind: 'status', status: 502, body: '<html>', headers: page, times: 1 });
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC]))).not.toHaveProperty('detail');
  });

  it('keep the status when the body that came with it breaks or never ends', async () => {
    for (const broken of ['break', 'hang'] as const) {
      const fetch: PriceServiceClientOptions['fetch'] = async (_url, { signal }) => {
        const body = new ReadableStream({
          start(controller) {
            if (broken === 'break') controller.error(new TypeError('terminated'));
            else signal?.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
        return new Response(body, { status: 503 });
      };
      const client = new PriceServiceClient('https://h.example', {
        fetch,
        httpRetries: 0,
        timeoutMs: 30,
      });
      expect(await rejectionOf(client.getPriceFeeds())).toMatchObject({ status: 503 });
    }
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['soon', undefined],
    ['-5', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('Retry-After %j is %j ms', async (value, expected) => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': value } });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    if (!(error instanceof HttpStatusError)) throw error;
    if (value === '-5') expect(error.retryAfterMs ?? 0).toBe(0);
    else expect(error.retryAfterMs).toBe(expected);
  });

  it('Retry-After may be a date to come', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': date } });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    if (!(error instanceof HttpStatusError)) throw error;
    expect(error.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308] as const)('%i is followed, headers kept', async (status) => {
    const { service, client } = await start({ headers: { 'X-Api-Key': 'k' }, httpRetries: 0 });
    const location = `/v2/updates/price/latest?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status, location, times: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed?.[0]?.id).toBe(ETH);
    expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['k', 'k']);
  });
});

describe('failures', () => {
  it.each([
    [{ kind: 'status', status: 401 }, HttpStatusError],
    [{ kind: 'status', status: 500 }, HttpStatusError],
    [{ kind: 'reset', where: 'before' }, NetworkError],
    [{ kind: 'reset', where: 'body' }, NetworkError],
    [{ kind: 'malformed' }, InvalidResponseError],
    [{ kind: 'truncate' }, Error],
    [{ kind: 'body', body: '{"binary":{}}' }, InvalidResponseError],
    [{ kind: 'body', body: '', status: 200 }, InvalidResponseError],
  ] as const)('%j is retried and then reported', async (fault, kind) => {
    const { service, client } = await start({ httpRetries: 1 });
    service.fail({ ...fault });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(kind);
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'reset', where: 'before' },
    { kind: 'reset', where: 'body' },
    { kind: 'malformed' },
    { kind: 'truncate' },
    { kind: 'body', body: '[]' },
  ] as const)('%j once is made good by the first retry', async (fault) => {
    const { service, client } = await start();
    service.fail({ ...fault, times: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it('a service that is not there is a NetworkError with its cause', async () => {
    const service = await startService();
    await service.close();
    const client = new PriceServiceClient(service.url, { httpRetries: 0 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ endpoint: 'v2/updates/price/latest' });
    expect(error).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  it('an answer above 64 MiB is an error, read no further', async () => {
    const { service, client } = await start({ httpRetries: 0, timeoutMs: 60_000 });
    service.fail({ kind: 'huge', bytes: 2 ** 40 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toHaveProperty('issues', ['body: larger than 64 MiB']);
    await vi.waitUntil(() => service.requests[0]?.endedAt !== null);
  });

  it('an answer just below 64 MiB is read', async () => {
    const spaces = new Uint8Array(64 * 1024 * 1024 - 2).fill(0x20);
    const fetch = async () => new Response(bodyOf(['[', spaces, ']']));
    const client = new PriceServiceClient('https://h.example', { fetch, httpRetries: 0 });
    expect(await client.getPriceFeeds()).toEqual([]);
  });

  it('bytes may be split anywhere', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'split', bytes: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed).toHaveLength(1);
  });
});

describe('retries', () => {
  afterEach(() => vi.useRealTimers());

  /** When each request was made, in ms after the call, on a clock that only the test moves. */
  async function timesOf(options: PriceServiceClientOptions): Promise<number[]> {
    vi.useFakeTimers();
    const start = Date.now();
    const times: number[] = [];
    const fetch = async () => {
      times.push(Date.now() - start);
      return new Response(null, { status: 500 });
    };
    const client = new PriceServiceClient('https://h.example', { ...options, fetch });
    const done = rejectionOf(client.getPriceFeeds());
    await vi.runAllTimersAsync();
    expect(await done).toBeInstanceOf(HttpStatusError);
    return times;
  }

  it.each([
    [0, [0, 100, 300, 700]],
    [0.5, [0, 150, 450, 1050]],
    [0.999999, [0, 199, 597, 1393]],
  ])('three by default, 100 ms + 0–99 ms, doubling (random %f)', async (value, expected) => {
    expect(await timesOf({ random: () => value })).toEqual(expected);
  });

  it('as many as wanted', async () => {
    expect(await timesOf({ httpRetries: 0 })).toEqual([0]);
    expect(await timesOf({ httpRetries: 5, random })).toEqual([0, 100, 300, 700, 1500, 3100]);
  });

  it('stay apart however many they are', async () => {
    const times = await timesOf({ httpRetries: 40, random });
    expect(times).toHaveLength(41);
    expect(times.at(-1)).toBeGreaterThan(10 * 2 ** 31);
  });

  it('are real on the wire', async () => {
    const { service, client } = await start();
    service.fail({ kind: 'status', status: 500, times: 2 });
    await client.getLatestPriceUpdates([BTC]);
    const [first = 0, second = 0, third = 0] = service.requests.map(({ at }) => at);
    expect(service.requests).toHaveLength(3);
    expect(second - first).toBeGreaterThanOrEqual(98);
    expect(third - second).toBeGreaterThanOrEqual(198);
  });

  it('are only those that retryIf wants', async () => {
    const seen: unknown[] = [];
    const { service, client } = await start({
      retryIf: (error) => {
        seen.push(error);
        return !(error instanceof HttpStatusError && error.status === 429);
      },
    });
    service.fail({ kind: 'status', status: 429, times: 1 });
    service.fail({ kind: 'status', status: 503, times: 1 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toMatchObject({ status: 429 });
    expect(seen.at(-1)).toBe(error);
    service.clearFaults();
    service.requests.length = 0;
    service.fail({ kind: 'status', status: 503, times: 1 });
    await client.getLatestPriceUpdates([BTC]);
    expect(service.requests).toHaveLength(2);
  });
});

describe('timeout', () => {
  it.each(['before', 'body'] as const)('a hang %s is not retried', async (where) => {
    const { service, client } = await start({ timeoutMs: 100, retryIf: () => true });
    service.fail({ kind: 'hang', where });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toBeInstanceOf(RequestTimeoutError);
    expect(error).toMatchObject({
      endpoint: 'v2/updates/price/latest',
      timeoutMs: 100,
      message: 'No answer from v2/updates/price/latest within 100 ms',
    });
    expect(service.requests).toHaveLength(1);
    // Aborted, not only abandoned.
    await vi.waitUntil(() => service.requests[0]?.endedAt !== null);
  });

  it('is each attempt\'s own, 5000 ms by default', async () => {
    vi.useFakeTimers();
    try {
      const start = Date.now();
      let attempts = 0;
      const fetch: PriceServiceClientOptions['fetch'] = async (_url, { signal }) => {
        attempts += 1;
        return new Promise((resolve, reject) => {
          if (attempts === 1) setTimeout(() => resolve(new Response('{')), 4999);
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      };
      const client = new PriceServiceClient('https://h.example', { fetch, random });
      const done = rejectionOf(client.getPriceFeeds());
      await vi.runAllTimersAsync();
      expect(await done).toMatchObject({ name: 'RequestTimeoutError', timeoutMs: 5000 });
      expect([attempts, Date.now() - start]).toEqual([2, 4999 + 100 + 5000]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer behind after success', async () => {
    vi.useFakeTimers();
    try {
      const fetch = async () => Response.json([]);
      await new PriceServiceClient('https://h.example', { fetch }).getPriceFeeds();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not count what beforeRequest takes', async () => {
    const { client } = await start({ timeoutMs: 1000, beforeRequest: () => wait(1100) });
    expect(await client.getLatestPriceUpdates([BTC])).toHaveProperty('parsed.length', 1);
  });
});

describe("the caller's abort", () => {
  it('before the call: no request', async () => {
    const { service, client } = await start();
    const reason = new Error('not now');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC], { signal }))).toBe(reason);
    expect(await rejectionOf(client.getPriceFeeds({ signal }))).toBe(reason);
    expect(service.requests).toEqual([]);
  });

  it.each(['before', 'body'] as const)('during a hang %s: its reason, once', async (where) => {
    const { service, client } = await start();
    service.fail({ kind: 'hang', where });
    const controller = new AbortController();
    const call = rejectionOf(
      client.getLatestPriceUpdates([BTC], { signal: controller.signal }),
    );
    await vi.waitUntil(() => service.requests.length === 1);
    controller.abort('changed my mind');
    expect(await call).toBe('changed my mind');
    expect(service.requests).toHaveLength(1);
    await vi.waitUntil(() => service.requests[0]?.endedAt !== null);
  });

  it('ends a retry delay', async () => {
    const controller = new AbortController();
    let requests = 0;
    const client = new PriceServiceClient('https://h.example', {
      // The first delay of this one is longer than any test.
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

  it('ends the wait for the budget, even one that ignores the signal', async () => {
    const controller = new AbortController();
    const { service, client } = await start({ beforeRequest: () => new Promise(() => {}) });
    const call = rejectionOf(client.getPriceFeeds({ signal: controller.signal }));
    controller.abort();
    expect(await call).toBe(controller.signal.reason);
    expect(service.requests).toEqual([]);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const { client } = await start();
    await client.getLatestPriceUpdates([BTC], { signal });
    expect(add).toHaveBeenCalled();
    for (const [, , options] of add.mock.calls) {
      expect(options).toHaveProperty('signal.aborted', true);
    }
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

  it('that rejects: no request, no retry, the same reason', async () => {
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

  it('is the global one at the time of the call, without a this', async () => {
    const client = new PriceServiceClient('https://h.example');
    const seen: unknown[] = [];
    vi.stubGlobal('fetch', async function (this: unknown, url: string) {
      seen.push(this === globalThis || this === undefined, url);
      return Response.json(priceUpdate());
    });
    await client.getLatestPriceUpdates([BTC]);
    expect(seen).toEqual([true, `https://h.example/v2/updates/price/latest?ids%5B%5D=${BTC}`]);
  });
});
