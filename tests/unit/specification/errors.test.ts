import { describe, expect, it } from 'vitest';
import {
  HttpStatusError,
  InvalidResponseError,
  PriceServiceClient,
  RequestTimeoutError,
  type PriceServiceClientOptions,
} from '@/lib/price-service/index.ts';
import { startService } from '../price-service/service.ts';
import { BTC, ETH, logStream, rejectionOf } from '../price-service/support.ts';
import { resultOf, stopTimers, until } from './timers.ts';

const STREAM = '/v2/updates/price/stream';
const SOME_TIME_AGO = Math.floor(Date.now() / 1_000) - 60;

/** Creates a client of a new local price service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, options) };
}

function everyCall(client: PriceServiceClient): (() => Promise<unknown>)[] {
  return [
    () => client.getPriceFeeds(),
    () => client.getLatestPriceUpdates([BTC]),
    () => client.getPriceUpdatesAtTimestamp(SOME_TIME_AGO, [BTC]),
    () => client.getLatestPublisherStakeCaps(),
  ];
}

describe('Error catalogue', () => {
  it.each([400, 401, 403, 404, 418, 429, 500, 502, 503])(
    "Non-OK HTTP status | An error is raised with the text 'HTTP error! status: {code}'. (%i)",
    async (status) => {
      const { service, client } = await start({ httpRetries: 0 });
      service.fail({ kind: 'status', status, body: '' });
      for (const call of everyCall(client)) {
        const error = await rejectionOf(call());
        expect(error).toBeInstanceOf(HttpStatusError);
        expect(error).toMatchObject({ status, message: `HTTP error! status: ${status}` });
      }
    },
  );

  it('Price ids not found | HTTP 404 on the three price-update endpoints, with no body.', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'unknown-feeds' });
    const [, latest, atTimestamp] = everyCall(client);
    const errors = [await rejectionOf(latest!()), await rejectionOf(atTimestamp!())];
    const stream = client.getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.errors.length === 1, 'the error of the stream');
    for (const error of [...errors, ...log.errors]) {
      expect(error).toBeInstanceOf(HttpStatusError);
      expect(error).toMatchObject({ status: 404, message: 'HTTP error! status: 404' });
      expect(error).not.toHaveProperty('detail');
    }
    expect(stream.readyState).toBe(2);
  });

  it.each(['before', 'body'] as const)(
    'Timeout | The request is aborted. An aborted request is not retried. (hangs %s)',
    async (where) => {
      const timers = stopTimers();
      const { service, client } = await start({ timeoutMs: 3_210, retryIf: () => true });
      service.fail({ kind: 'hang', where });
      let error: unknown;
      void rejectionOf(client.getLatestPriceUpdates([BTC])).then((reason) => (error = reason));
      await until(() => service.requests.length === 1, 'the request');
      await timers.elapse(3_210, () => error !== undefined);
      expect(error).toBeInstanceOf(RequestTimeoutError);
      await until(() => service.requests[0]?.endedAt !== null, 'the end of the connection');
      await timers.pass(60_000);
      expect(service.requests).toHaveLength(1);
    },
  );

  it.each([
    { kind: 'status', status: 401 },
    { kind: 'status', status: 500 },
    { kind: 'reset', where: 'before' },
    { kind: 'reset', where: 'body' },
    { kind: 'malformed' },
    { kind: 'truncate' },
    { kind: 'body', body: '{"binary":{}}' },
  ] as const)(
    'Any other failure | Retried with doubling delay, up to the retry limit. (%j)',
    async (fault) => {
      const timers = stopTimers();
      const { service, client } = await start({ httpRetries: 2, random: () => 0.37 });
      service.fail(fault);
      const failed = rejectionOf(client.getLatestPriceUpdates([BTC]));
      await timers.elapse(137, () => service.requests.length === 2);
      await timers.elapse(274, () => service.requests.length === 3);
      expect(await resultOf(failed, 'the last error')).toBeInstanceOf(Error);
      await timers.pass(60_000);
      expect(service.requests).toHaveLength(3);
    },
  );

  it('Response fails the shape check | An invalid-response error is raised, naming the endpoint and status.', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'body', body: '{"binary":5}', status: 203 });
    const endpoints = [
      'v2/price_feeds',
      'v2/updates/price/latest',
      `v2/updates/price/${SOME_TIME_AGO}`,
      'v2/updates/publisher_stake_caps/latest',
    ];
    for (const [index, call] of everyCall(client).entries()) {
      const error = await rejectionOf(call());
      if (!(error instanceof InvalidResponseError)) throw error;
      expect(error).toMatchObject({ endpoint: endpoints[index], status: 203 });
      expect(error.message).toContain(`from ${endpoints[index]} (status 203)`);
    }
  });

  it.each([500, 502, 503, 504])(
    'Stream: HTTP 500, 502, 503 or 504 | The stream emits an error and reconnects. (%i)',
    async (status) => {
      const timers = stopTimers();
      const { service, client } = await start();
      service.fail({ kind: 'status', status, path: STREAM, times: 1 });
      const stream = client.getPriceUpdatesStream([BTC]);
      const log = logStream(stream);
      await timers.elapse(1_000, () => log.opens === 1);
      expect(log.errors).toMatchObject([{ status, message: `HTTP error! status: ${status}` }]);
      expect(log.states).toEqual([0]);
      service.pushStream();
      await until(() => log.updates.length > 0, 'an update');
    },
  );

  it.each([301, 302, 307] as const)(
    'Stream: redirect 301, 302 or 307 | The stream follows the location. (%i)',
    async (status) => {
      const { service, client } = await start({ headers: { 'X-Api-Key': 'k' } });
      const location = `${STREAM}?ids[]=${ETH}`;
      service.fail({ kind: 'redirect', status, location, path: STREAM, times: 1 });
      const log = logStream(client.getPriceUpdatesStream([BTC]));
      await until(() => log.opens === 1, 'the stream');
      service.pushStream();
      await until(() => log.updates.length > 0, 'an update');
      expect(log.updates[0]?.parsed?.map(({ id }) => id)).toEqual([ETH]);
      expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['k', 'k']);
      expect(log.errors).toEqual([]);
    },
  );

  it.each([201, 204, 400, 401, 403, 404, 410, 429, 501])(
    'Stream: any other non-200 status | The stream emits an error and closes. (%i)',
    async (status) => {
      const timers = stopTimers();
      const { service, client } = await start();
      service.fail({ kind: 'status', status, path: STREAM });
      const stream = client.getPriceUpdatesStream([BTC]);
      const log = logStream(stream);
      await until(() => log.errors.length === 1, 'the error');
      expect(log.errors).toMatchObject([{ status, message: `HTTP error! status: ${status}` }]);
      expect(log.states).toEqual([2]);
      await timers.pass(3_600_000);
      expect(service.requests).toHaveLength(1);
    },
  );
});
