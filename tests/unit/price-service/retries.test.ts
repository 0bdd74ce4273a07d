import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
} from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, bodyOf, rejectionOf } from './support.ts';

/** The shortest delays that the specification allows. */
const random = () => 0;

/** Creates a client of a new local price service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random, ...options }) };
}

/** Returns when each request was made, in ms after the call, with fake timers. */
async function timesOf(options: PriceServiceClientOptions): Promise<number[]> {
  vi.useFakeTimers();
  const begin = Date.now();
  const times: number[] = [];
  const fetch = async () => {
    times.push(Date.now() - begin);
    return new Response(null, { status: 500 });
  };
  const client = new PriceServiceClient('https://h.example', { ...options, fetch });
  const done = rejectionOf(client.getPriceFeeds());
  await vi.runAllTimersAsync();
  expect(await done).toBeInstanceOf(HttpStatusError);
  return times;
}

describe('failures', () => {
  it.each([
    { kind: 'status', status: 503 },
    { kind: 'reset', where: 'before' },
    { kind: 'reset', where: 'body' },
    { kind: 'malformed' },
    { kind: 'truncate' },
    { kind: 'body', body: '[]' },
  ] as const)('the first retry succeeds after a single %j', async (fault) => {
    const { service, client } = await start();
    service.fail({ ...fault, times: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

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

  it('a slow answer within the timeout is not a failure', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'delay', ms: 40 });
    expect(await client.getLatestPriceUpdates([BTC])).toHaveProperty('parsed.length', 1);
  });

  it('an answer may be split at any byte', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'split', bytes: 1 });
    const { parsed } = await client.getLatestPriceUpdates([BTC]);
    expect(parsed).toHaveLength(1);
  });
});

describe('retries', () => {
  afterEach(() => vi.useRealTimers());

  it('are as many as configured', async () => {
    expect(await timesOf({ httpRetries: 0 })).toEqual([0]);
    expect(await timesOf({ httpRetries: 5, random })).toEqual([0, 100, 300, 700, 1500, 3100]);
  });

  it('are never made at once, however many there are', async () => {
    const times = await timesOf({ httpRetries: 40, random });
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
