import { describe, expect, it } from 'vitest';
import { HttpStatusError, PriceServiceClient } from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, rejectionOf } from './support.ts';

/** The shortest delays that the specification allows. */
const random = () => 0;

/** Creates a client of a new local price service. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  return { service, client: new PriceServiceClient(service.url, { random, ...options }) };
}

describe('statuses', () => {
  it('404 for unknown ids has the message of the service as its detail', async () => {
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

  it('have 300 characters of a plain-text body as detail, but nothing of an HTML page', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    const headers = { 'content-type': 'text/plain' };
    service.fail({ kind: 'status', status: 400, body: 'x'.repeat(5000), headers, times: 1 });
    const long = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(long).toHaveProperty('detail', 'x'.repeat(300));
    const page = { 'content-type': 'text/html' };
    service.fail({ kind: 'status', status: 502, body: '<html>', headers: page, times: 1 });
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC]))).not.toHaveProperty('detail');
  });

  it('are reported even if the body breaks or never ends', async () => {
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
    ['9'.repeat(30), 86_400_000],
    ['soon', undefined],
    ['-5', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ])('Retry-After %j is %j ms', async (value, expected) => {
    const { service, client } = await start({ httpRetries: 0 });
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': value } });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    if (!(error instanceof HttpStatusError)) throw error;
    expect(error.retryAfterMs).toBe(expected);
  });

  it('Retry-After may be a date in the future', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': date } });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    if (!(error instanceof HttpStatusError)) throw error;
    expect(error.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });
});
