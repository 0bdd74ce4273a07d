import { afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidResponseError, PriceServiceClient } from '@/lib/price-service/index.ts';
import { EVENT, idle, streamOf } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, eventStream, logStream, until } from './support.ts';

afterEach(() => vi.useRealTimers());

describe('a stream closes for good with one error event', () => {
  it.each([
    null,
    'application/json',
    'text/plain',
    'text/event-streams',
    'text/event-stream2; a=b',
  ])('after an answer of type %s', async (type) => {
    const headers = new Headers(type === null ? {} : { 'content-type': type });
    const { stream, log, signals } = streamOf([() => new Response('', { headers })]);
    if (type === null) headers.delete('content-type');
    await until(() => stream.readyState === 2);
    expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
    expect(log.states).toEqual([2]);
    expect(log.opens).toBe(0);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it.each(['text/event-stream; charset=utf-8', 'Text/Event-Stream', 'text/event-stream;charset=x'])(
    'but not after %s',
    async (type) => {
      const answer = () => {
        const response = idle();
        response.headers.set('content-type', type);
        return response;
      };
      const { log } = streamOf([answer]);
      await until(() => log.opens === 1);
      expect(log.errors).toEqual([]);
    },
  );

  it('after beforeRequest rejects', async () => {
    const reason = new Error('stopped');
    const { stream, log, signals } = streamOf([idle], {
      beforeRequest: async () => {
        throw reason;
      },
    });
    await until(() => stream.readyState === 2);
    expect(log.errors).toEqual([reason]);
    expect(signals).toEqual([]);
  });
});

describe("a stream with reconnect: 'none'", () => {
  it.each([
    ['503', () => new Response(null, { status: 503 }), 1000],
    ['the end', () => eventStream([EVENT]), 1000],
    ['the end, with a retry value', () => eventStream(['retry: 50\n\n']), 50],
    ['a failed connect', () => Promise.reject<Response>(new TypeError('fetch failed')), 1000],
    ['404', () => new Response(null, { status: 404 }), null],
    ['an answer that is no event stream', () => new Response(''), null],
  ])('closes after %s and gives the reconnect delay', async (_, answer, delayMs) => {
    vi.useFakeTimers();
    const { stream, log, signals } = streamOf([answer], {}, { reconnect: 'none' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log.states).toEqual([2]);
    expect(stream.reconnectDelayMs).toBe(delayMs);
    expect(signals).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('close()', () => {
  it('makes no request if it is called at once', async () => {
    const service = await startService();
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    stream.close();
    const other = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => other.opens === 1);
    expect(service.requests).toHaveLength(1);
    expect(log).toMatchObject({ opens: 0, errors: [] });
  });

  it('prevents the second of two events in one chunk', async () => {
    const { stream, log } = streamOf([() => eventStream([EVENT + EVENT], { open: true })]);
    stream.addEventListener('update', () => stream.close());
    await until(() => stream.readyState === 2);
    await Promise.resolve();
    expect(log.updates).toHaveLength(1);
  });

  it.each(['open', 'error'] as const)(
    'prevents all further events if it is called in the %s event',
    async (type) => {
      vi.useFakeTimers();
      const first = type === 'open' ? () => eventStream([EVENT]) : () => eventStream([]);
      const { stream, log, signals } = streamOf([first]);
      stream.addEventListener(type, () => stream.close());
      await vi.advanceTimersByTimeAsync(5000);
      expect(stream.readyState).toBe(2);
      expect(log).toMatchObject({ opens: 1, updates: [] });
      expect(log.errors).toHaveLength(type === 'error' ? 1 : 0);
      expect(signals).toHaveLength(1);
      expect(signals[0]?.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each([
    ['while connecting', () => new Promise<Response>(() => {})],
    ['while open', idle],
    ['before a reconnect', () => eventStream([])],
  ])('%s aborts the fetch and prevents timers, events and requests', async (_, answer) => {
    vi.useFakeTimers();
    const { stream, log, signals } = streamOf([answer]);
    await vi.advanceTimersByTimeAsync(500);
    const before = structuredClone({ opens: log.opens, errors: log.errors.length });
    stream.close();
    stream.close();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stream.readyState).toBe(2);
    expect({ opens: log.opens, errors: log.errors.length }).toEqual(before);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('prevents open and error while an answer is arriving', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { stream, log, signals } = streamOf([() => promise]);
    await until(() => signals.length === 1);
    resolve(eventStream([EVENT], { open: true }));
    stream.close();
    await promise;
    await new Promise((done) => setImmediate(done));
    expect(log).toMatchObject({ opens: 0, updates: [], errors: [] });
    expect(stream.readyState).toBe(2);
  });
});

describe('a refusal whose body never ends', () => {
  it.each([
    ['closes the stream and leaves no timer', 429, 0],
    ['leaves only the timer of the reconnect', 503, 1],
  ])('%s', async (_, status, timers) => {
    vi.useFakeTimers();
    const word = new TextEncoder().encode('Wait. ');
    const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(word) });
    const headers = { 'content-type': 'text/plain' };
    const { stream, log } = streamOf([() => new Response(endless(), { status, headers })]);
    while (log.errors.length === 0) await vi.advanceTimersByTimeAsync(0);
    expect(log.errors[0]).toMatchObject({ status, detail: expect.stringMatching(/^Wait\. /) });
    expect(vi.getTimerCount()).toBe(timers);
    stream.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
