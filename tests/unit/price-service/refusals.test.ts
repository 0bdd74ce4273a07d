import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { PriceServiceClientOptions, Refusal } from '@/lib/price-service/index.ts';
import { PATH, SOON } from './fake-stream.ts';
import { start as startClient } from './service.ts';
import { BTC, bodyOf, logStream, rejectionOf, until } from './support.ts';

// For what counts as Retry-After see tests/unit/hostile/retry-after.test.ts.

const PLAIN = { 'content-type': 'text/plain' };

/** Creates a client of a new local price service, and a list of the refusals it reported. */
async function start(options: PriceServiceClientOptions = {}) {
  const refusals: Refusal[] = [];
  const onRefusal = vi.fn((refusal: Refusal) => void refusals.push(refusal));
  return { ...(await startClient({ onRefusal, ...options })), refusals };
}

describe('onRefusal', () => {
  it.each([
    [429, '120', 120_000],
    [503, '7', 7_000],
    [404, undefined, undefined],
  ])('reports %i with Retry-After %j', async (status, retryAfter, retryAfterMs) => {
    const { service, client, refusals } = await start({ httpRetries: 0 });
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    service.fail({ kind: 'status', status, headers });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(refusals).toEqual([{ status, retryAfterMs }]);
    expect(Reflect.get(Object(error), 'retryAfterMs')).toBe(retryAfterMs);
  });

  it('is called before the body arrives', async () => {
    const { service, client, refusals } = await start({ httpRetries: 0, timeoutMs: 60_000 });
    service.fail({ kind: 'status', status: 429, body: 'Too many requests', hangs: true });
    let isOver = false;
    const call = rejectionOf(client.getLatestPriceUpdates([BTC])).finally(() => {
      isOver = true;
    });
    await until(() => refusals.length === 1);
    expect(isOver).toBe(false);
    await call;
    await until(() => service.requests[0]?.endedAt !== null);
  });

  it('is called for a rejected stream', async () => {
    const { service, client, refusals } = await start();
    const headers = { 'retry-after': '3' };
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: PATH, times: 1 });
    service.fail({ kind: 'status', status: 503, headers, path: PATH, times: 1 });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(refusals).toEqual([{ status: 503, retryAfterMs: 3_000 }]);
  });

  it('is awaited before the retry', async () => {
    let isPaused = false;
    const { service, client } = await start({
      onRefusal: async () => {
        await new Promise((resolve) => setTimeout(resolve));
        isPaused = true;
      },
      beforeRequest: async () => {
        if (isPaused) throw new Error('paused');
      },
    });
    service.fail({ kind: 'status', status: 503 });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toMatchObject({ message: 'paused' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('the body of an error answer', () => {
  it('may break off', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new TypeError('terminated')),
    });
    const fetch = async () => new Response(body, { status: 503 });
    const client = new PriceServiceClient('https://h.example', { fetch, httpRetries: 0 });
    expect(await rejectionOf(client.getPriceFeeds())).toMatchObject({ status: 503 });
  });

  it.each([
    ['a second', 429, 60_000, 1_000],
    ['the timeout', 503, 20, 20],
  ])('delays the error by at most %s', async (_, status, timeoutMs, delayMs) => {
    const cancel = vi.fn();
    const body = hangingBody('Too many requests, wait', cancel);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const client = new PriceServiceClient('https://h.example', {
      fetch: async () => new Response(body, { status, headers: PLAIN }),
      httpRetries: 0,
      timeoutMs,
    });
    const begin = Date.now();
    const call = rejectionOf(client.getPriceFeeds());
    await vi.advanceTimersToNextTimerAsync();
    expect(await call).toMatchObject({ status, detail: 'Too many requests, wait' });
    expect(Date.now() - begin).toBe(delayMs);
    expect(cancel).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is the detail of the error: 300 characters of plain text, nothing of an HTML page', async () => {
    const { service, client } = await start({ httpRetries: 0 });
    const body = 'x'.repeat(5_000);
    service.fail({ kind: 'status', status: 400, body, headers: PLAIN, times: 1 });
    const long = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(long).toHaveProperty('detail', 'x'.repeat(300));
    expect(long).not.toHaveProperty('isOfPage');
    const headers = { 'content-type': 'text/html' };
    service.fail({ kind: 'status', status: 502, body: '<html>', headers, times: 1 });
    const page = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(page).not.toHaveProperty('detail');
    expect(page).toHaveProperty('isOfPage', true);
  });

  it.each(['Wait, planted-token', 'Wait, plan', 'Wait, first sec', 'Wait, p'])(
    'shows no part of a secret that was cut off: %s',
    async (words) => {
      const client = new PriceServiceClient('https://h.example', {
        fetch: async () => new Response(hangingBody(words), { status: 429, headers: PLAIN }),
        headers: { 'X-Key': 'planted-token', 'X-Words': 'first sec ond' },
        httpRetries: 0,
        timeoutMs: 20,
      });
      const error = await rejectionOf(client.getPriceFeeds());
      expect(error).toHaveProperty('detail', expect.stringMatching(/^Wait,( …)?$/));
    },
  );
});

function hangingBody(text: string, cancel = () => {}): ReadableStream {
  const started = bodyOf([text], { open: true }).getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await started.read();
      if (value) controller.enqueue(value);
    },
    cancel,
  });
}
