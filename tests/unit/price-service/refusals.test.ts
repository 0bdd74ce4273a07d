import { describe, expect, it, vi } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions, Refusal } from '../../../lib/price-service/index.ts';
import { PATH, SOON } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, bodyOf, logStream, rejectionOf, until } from './support.ts';

/** Creates a client of a new local price service, and a list of the refusals it reported. */
async function start(options: PriceServiceClientOptions = {}) {
  const service = await startService();
  const refusals: Refusal[] = [];
  const onRefusal = vi.fn((refusal: Refusal) => void refusals.push(refusal));
  const client = new PriceServiceClient(service.url, { random: () => 0, onRefusal, ...options });
  return { service, client, refusals };
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
    await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(refusals).toEqual([{ status, retryAfterMs }]);
  });

  it('is not called for a 2xx answer', async () => {
    const { client, refusals } = await start();
    await client.getLatestPriceUpdates([BTC]);
    expect(refusals).toEqual([]);
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
    expect(await rejectionOf(client.getLatestPriceUpdates([BTC]))).toMatchObject({
      message: 'paused',
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('the body of an error answer', () => {
  it('delays the error by at most a second and is used as far as it arrived', async () => {
    const { error, delayMs, cancel, timers } = await refusedWithHangingBody(429, 60_000);
    expect(error).toMatchObject({ status: 429, detail: 'Too many requests, wait' });
    expect(delayMs).toBe(1_000);
    expect(cancel).toHaveBeenCalled();
    expect(timers).toBe(0);
  });

  it('never delays the error beyond the timeout', async () => {
    const { error, delayMs } = await refusedWithHangingBody(503, 20);
    expect(error).toMatchObject({ status: 503 });
    expect(delayMs).toBe(20);
  });

  it('is canceled if it hangs', async () => {
    const { service, client } = await start({ httpRetries: 0, timeoutMs: 60_000 });
    service.fail({ kind: 'status', status: 429, body: 'Too many requests', hangs: true });
    const error = await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(error).toMatchObject({ status: 429, detail: 'Too many' });
    await until(() => service.requests[0]?.endedAt !== null);
  });

  it.each(['Wait, planted-token', 'Wait, plan', 'Wait, first sec', 'Wait, p'])(
    'shows no part of a secret that was cut off: %s',
    async (words) => {
      const { body, headers } = hangingBody(words, () => {});
      const client = new PriceServiceClient('https://h.example', {
        fetch: async () => new Response(body, { status: 429, headers }),
        headers: { 'X-Key': 'planted-token', 'X-Words': 'first sec ond' },
        httpRetries: 0,
        timeoutMs: 20,
      });
      const error = await rejectionOf(client.getPriceFeeds());
      expect(error).toHaveProperty('detail', expect.stringMatching(/^Wait,( …)?$/));
    },
  );
});

/** The error of a call whose refusal has a body without an end, and how long it took. */
async function refusedWithHangingBody(status: number, timeoutMs: number) {
  const cancel = vi.fn();
  const { body, headers } = hangingBody('Too many requests, wait', cancel);
  vi.useFakeTimers();
  try {
    const client = new PriceServiceClient('https://h.example', {
      fetch: async () => new Response(body, { status, headers }),
      httpRetries: 0,
      timeoutMs,
    });
    const begin = Date.now();
    const call = rejectionOf(client.getPriceFeeds());
    await vi.advanceTimersToNextTimerAsync();
    const error = await call;
    return { error, delayMs: Date.now() - begin, cancel, timers: vi.getTimerCount() };
  } finally {
    vi.useRealTimers();
  }
}

function hangingBody(text: string, cancel: () => void) {
  const started = bodyOf([text], { open: true }).getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value } = await started.read();
      if (value) controller.enqueue(value);
    },
    cancel,
  });
  return { body, headers: { 'content-type': 'text/plain' } };
}
