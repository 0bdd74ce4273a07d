import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  NetworkError,
  PriceServiceClient,
  RequestTimeoutError,
} from '@/lib/price-service/index.ts';
import { PATH, SOON, idle, streamOf } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, eventStream, logStream, until } from './support.ts';

/** Returns when each connect was made, in ms, with fake timers. */
async function connectTimes(answers: (() => Response)[], forMs: number): Promise<number[]> {
  vi.useFakeTimers();
  const start = Date.now();
  const times: number[] = [];
  const client = new PriceServiceClient('https://prices.example', {
    fetch: async () => {
      times.push(Date.now() - start);
      return (answers[times.length - 1] ?? answers.at(-1) ?? idle)();
    },
  });
  const stream = client.getPriceUpdatesStream([BTC]);
  await vi.advanceTimersByTimeAsync(forMs);
  stream.close();
  expect(vi.getTimerCount()).toBe(0);
  return times;
}

describe('a stream reconnects', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['the end', () => eventStream([SOON])],
    [
      'a broken connection',
      () => {
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode(SOON));
            controller.error(new TypeError('terminated'));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    ],
    ['a failed connect', () => Promise.reject<Response>(new TypeError('fetch failed'))],
  ])('after %s, with an error event', async (_, answer) => {
    const { stream, log } = streamOf([() => eventStream([SOON]), answer, idle]);
    await until(() => log.errors.length === 2 && stream.readyState === 1);
    expect(log.errors[1]).toBeInstanceOf(NetworkError);
    expect(log.states).toEqual([0, 0]);
  });

  it("after the server's last retry value", async () => {
    const answers = [
      () => eventStream(['retry: 50\n\n']),
      () => new Response(null, { status: 500 }),
      () => eventStream(['retry: soon\n\nretry: -1\n\n']),
      () => eventStream(['retry: 3000\n\n']),
      () => eventStream([]),
    ];
    expect(await connectTimes(answers, 6150)).toEqual([0, 50, 100, 150, 3150, 6150]);
  });

  it('after at most an hour', async () => {
    const answers = [() => eventStream([`retry: ${'9'.repeat(400)}\n\n`]), idle];
    expect(await connectTimes(answers, 3_600_000)).toEqual([0, 3_600_000]);
  });

  it('if a connect takes longer than the timeout', async () => {
    const service = await startService();
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: PATH, times: 1 });
    service.fail({ kind: 'hang', where: 'before', path: PATH, times: 1 });
    const client = new PriceServiceClient(service.url, { timeoutMs: 2_000 });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(log.errors[1]).toBeInstanceOf(RequestTimeoutError);
    expect(log.states).toEqual(log.states.map(() => 0));
  });

  it('never because of silence: the timeout ends with the headers', async () => {
    vi.useFakeTimers();
    const { stream, log, signals } = streamOf([idle]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    expect(stream.readyState).toBe(1);
    expect(log.errors).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('only after awaiting beforeRequest each time', async () => {
    const beforeRequest = vi.fn(async () => {});
    const { log } = streamOf([() => eventStream([SOON]), () => eventStream([]), idle], {
      beforeRequest,
    });
    await until(() => log.opens === 3);
    expect(beforeRequest).toHaveBeenCalledTimes(3);
  });
});
