import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
  RequestTimeoutError,
  StreamMessageError,
} from '../../../lib/price-service/index.ts';
import type { PriceServiceClientOptions } from '../../../lib/price-service/index.ts';
import { startService } from './service.ts';
import { BTC, ETH, bytesOf, eventStream, logStream, priceUpdate, until } from './support.ts';

const PATH = '/v2/updates/price/stream';
const EVENT = `data: ${JSON.stringify(priceUpdate())}\n\n`;

/** Reconnects of tests need not take a second. */
const SOON = 'retry: 10\n\n';

/** A stream whose nth connect is answered by the nth answer, and by the last ever after. */
function streamOf(
  answers: readonly (() => Response | Promise<Response>)[],
  options: PriceServiceClientOptions = {},
) {
  const signals: (AbortSignal | null | undefined)[] = [];
  const client = new PriceServiceClient('https://prices.example', {
    ...options,
    fetch: async (_url, { signal }) => {
      signals.push(signal);
      const answer = answers[signals.length - 1] ?? answers.at(-1);
      if (!answer) throw new Error('no answer');
      return answer();
    },
  });
  const stream = client.getPriceUpdatesStream([BTC]);
  return { stream, log: logStream(stream), signals };
}

const idle = () => eventStream([], { open: true });

describe('a stream', () => {
  it('opens, gives checked updates with detail, and closes', async () => {
    const service = await startService();
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC, ETH], {
      encoding: 'base64',
      parsed: true,
      allowUnordered: false,
      benchmarksOnly: false,
    });
    expect(stream).toBeInstanceOf(EventTarget);
    expect(stream.readyState).toBe(0);
    const log = logStream(stream);
    await until(() => log.opens === 1);
    expect(stream.readyState).toBe(1);
    const [request] = service.requests;
    expect(request).toMatchObject({
      path: PATH,
      query:
        `ids%5B%5D=${BTC}&ids%5B%5D=${ETH}` +
        '&encoding=base64&parsed=true&allow_unordered=false&benchmarks_only=false',
    });
    expect(request?.headers['accept']).toBe('text/event-stream');

    log.updates.length = 0;
    service.setPrice(BTC, { price: '123456789', expo: -8 });
    await until(() =>
      log.updates.some(({ parsed }) =>
        parsed?.some(({ id, price }) => id === BTC && price.price === '123456789'),
      ),
    );
    expect(log.updates[0]?.binary.encoding).toBe('base64');

    stream.close();
    expect(stream.readyState).toBe(2);
    await until(() => service.openStreams() === 0);
    expect(log.errors).toEqual([]);
  });

  it('takes listener objects, once, and removal', async () => {
    const { stream, log } = streamOf([() => eventStream([EVENT, EVENT], { open: true })]);
    const handled: string[] = [];
    const listener = { handleEvent: ({ type }: Event) => void handled.push(type) };
    const removed = () => void handled.push('removed');
    stream.addEventListener('update', listener, { once: true });
    stream.addEventListener('update', removed);
    stream.removeEventListener('update', removed);
    await until(() => log.updates.length === 2);
    expect(handled).toEqual(['update']);
  });

  it('may be split anywhere, also inside a character, with any line ends', async () => {
    const update = priceUpdate();
    const odd = { ...update, binary: { data: ['€ 円 🪙'], encoding: 'hex' } };
    for (const end of ['\n', '\r', '\r\n']) {
      const text = ['\uFEFF: comment', `data: ${JSON.stringify(odd)}`, '', 'data:{}', '', ''];
      const { log } = streamOf([() => eventStream(bytesOf(text.join(end)), { open: true })]);
      await until(() => log.errors.length === 1);
      expect(log.updates).toEqual([odd]);
    }
  });

  it('joins data lines, knows the name message, ignores other names, ids and comments', async () => {
    const [start, rest] = [EVENT.slice(6, 10), EVENT.slice(10)];
    const lines = [
      ': comment\n\n',
      `event: message\n${EVENT}`,
      `event: news\n${EVENT}`,
      `event: news\ndata: not JSON\n\n`,
      `id: 5\n\n`,
      `data: ${EVENT.slice(6).replace('"parsed"', '\ndata: "parsed"')}`,
      `data: ${start}${rest}`,
    ];
    const { log } = streamOf([() => eventStream(lines, { open: true })]);
    await until(() => log.updates.length === 3);
    expect(log.errors).toEqual([]);
    expect(log.updates[1]).toEqual(priceUpdate());
  });

  it('drops an event that the end cuts off', async () => {
    const { log } = streamOf([() => eventStream([SOON, EVENT, EVENT.slice(0, -1)]), idle]);
    await until(() => log.opens === 2);
    expect(log.updates).toHaveLength(1);
  });
});

describe('an event that is no price update', () => {
  it.each([
    ['not JSON', 'body: not JSON'],
    ['', 'body: not JSON'],
    ['{}', 'binary: invalid_type'],
    ['null', 'body: invalid_type'],
    [JSON.stringify({ ...priceUpdate(), parsed: [5] }), 'parsed.0: invalid_type'],
  ])('%s is an error, the stream goes on', async (data, issue) => {
    const lines = [`data: ${data}\n\n`, EVENT];
    const { stream, log } = streamOf([() => eventStream(lines, { open: true })]);
    await until(() => log.updates.length === 1);
    expect(log.errors).toHaveLength(1);
    expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
    expect(log.errors[0]).toMatchObject({
      endpoint: 'v2/updates/price/stream',
      status: 200,
      issues: [issue],
    });
    expect(log.states).toEqual([1]);
    expect(stream.readyState).toBe(1);
  });

  it('is the same from the local service', async () => {
    const service = await startService();
    service.fail({ kind: 'stream-lines', lines: 'data: {"binary":5}\n\n', path: PATH });
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.errors.length === 1);
    service.pushStream();
    await until(() => log.updates.length > 0);
    expect(service.requests).toHaveLength(1);
  });
});

describe('event: error', () => {
  it.each(['Error receiving update: x', 'Slow consumer: disconnected', ''])(
    '%j is the service speaking, the stream goes on',
    async (words) => {
      const lines = [`event: error\ndata: ${words}\n\n`, EVENT];
      const { log } = streamOf([() => eventStream(lines, { open: true })]);
      await until(() => log.updates.length === 1);
      expect(log.errors[0]).toBeInstanceOf(StreamMessageError);
      expect(log.errors).toMatchObject([{ message: words }]);
      expect(log.states).toEqual([1]);
    },
  );

  it('keeps 300 characters', async () => {
    const lines = [`event: error\ndata: ${'x'.repeat(100_000)}\n\n`];
    const { log } = streamOf([() => eventStream(lines, { open: true })]);
    await until(() => log.errors.length === 1);
    expect(log.errors[0]?.message).toBe('x'.repeat(300));
  });

  it('before the end that the service announces: reconnected', async () => {
    const service = await startService({ streamSeconds: 0.2, updatesPerSecond: 50 });
    service.fail({ kind: 'stream-lines', lines: SOON, path: PATH });
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.opens === 2);
    expect(log.errors[0]).toBeInstanceOf(StreamMessageError);
    expect(log.errors[1]).toBeInstanceOf(NetworkError);
    expect(log.states.slice(0, 2)).toEqual([1, 0]);
  });
});

describe('reconnects', () => {
  afterEach(() => vi.useRealTimers());

  it('after 500, 502, 503 and 504, with an error event each', async () => {
    const service = await startService();
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: PATH, times: 1 });
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    await until(() => log.errors.length === 1);
    const statuses = [500, 502, 503, 504];
    for (const [index, status] of statuses.entries()) {
      service.fail({ kind: 'status', status, path: PATH, times: 1 });
      await until(() => log.errors.some((error) => 'status' in error && error.status === status));
      expect(log.errors.length).toBeGreaterThanOrEqual(index + 2);
      if (index < 3) service.fail({ kind: 'stream-lines', lines: SOON, end: true, times: 1 });
    }
    await until(() => stream.readyState === 1);
    const refusals = log.errors.filter((error) => error instanceof HttpStatusError);
    expect(refusals).toMatchObject(
      statuses.map((status) => ({ status, message: `HTTP error! status: ${status}` })),
    );
    expect(new Set(log.states)).toEqual(new Set([0]));
  });

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

  it('after a reset of the local service', async () => {
    const service = await startService();
    service.fail({ kind: 'stream-lines', lines: SOON, end: true, path: PATH, times: 1 });
    const log = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 1);
    service.fail({ kind: 'reset', where: 'before', path: PATH, times: 1 });
    await until(() => log.opens === 2);
    expect(log.errors).toHaveLength(2);
    expect(log.errors[1]).toBeInstanceOf(NetworkError);
  });

  /** When each connect was made, in ms, on a clock that only the test moves. */
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

  it('after 1000 ms', async () => {
    const end = () => eventStream([]);
    expect(await connectTimes([end], 2999)).toEqual([0, 1000, 2000]);
    const unavailable = () => new Response(null, { status: 503 });
    expect(await connectTimes([unavailable], 2000)).toEqual([0, 1000, 2000]);
  });

  it("after the server's retry value, kept until it names another", async () => {
    const answers = [
      () => eventStream(['retry: 50\n\n']),
      () => new Response(null, { status: 500 }),
      () => eventStream(['retry: soon\n\nretry: -1\n\n']),
      () => eventStream(['retry: 3000\n\n']),
      () => eventStream([]),
    ];
    expect(await connectTimes(answers, 6150)).toEqual([0, 50, 100, 150, 3150, 6150]);
  });

  it('after an hour at most', async () => {
    const answers = [() => eventStream([`retry: ${'9'.repeat(400)}\n\n`]), idle];
    expect(await connectTimes(answers, 3_600_000)).toEqual([0, 3_600_000]);
  });

  it('after a connect that hangs longer than the timeout', async () => {
    const service = await startService();
    service.fail({ kind: 'hang', where: 'before', path: PATH, times: 1 });
    const client = new PriceServiceClient(service.url, { timeoutMs: 200 });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 1);
    expect(log.errors).toHaveLength(1);
    expect(log.errors[0]).toBeInstanceOf(RequestTimeoutError);
    expect(log.states).toEqual([0]);
  });

  it('never for silence: the timeout ends with the headers', async () => {
    vi.useFakeTimers();
    const { stream, log } = streamOf([idle]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(stream.readyState).toBe(1);
    expect(log.errors).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ask beforeRequest each time', async () => {
    const beforeRequest = vi.fn(async () => {});
    const { log } = streamOf([() => eventStream([SOON]), () => eventStream([]), idle], {
      beforeRequest,
    });
    await until(() => log.opens === 3);
    expect(beforeRequest).toHaveBeenCalledTimes(3);
  });
});

describe('redirects', () => {
  it.each([301, 302, 307] as const)('%i is followed, headers kept', async (status) => {
    const service = await startService();
    const location = `${PATH}?ids[]=${ETH}`;
    service.fail({ kind: 'redirect', status, location, path: PATH, times: 1 });
    const client = new PriceServiceClient(service.url, { headers: { 'X-Api-Key': 'k' } });
    const log = logStream(client.getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 1);
    service.pushStream();
    await until(() => log.updates.length > 0);
    expect(log.updates[0]?.parsed?.map(({ id }) => id)).toEqual([ETH]);
    expect(log.errors).toEqual([]);
    expect(service.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['k', 'k']);
  });
});

describe('closed for good, with one error event', () => {
  afterEach(() => vi.useRealTimers());

  it.each([201, 202, 204, 400, 401, 403, 404, 410, 429, 501, 505, 599])(
    'after status %i',
    async (status) => {
      vi.useFakeTimers();
      const { stream, log, signals } = streamOf([() => new Response(null, { status })]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(log.errors).toHaveLength(1);
      expect(log.errors[0]).toBeInstanceOf(HttpStatusError);
      expect(log.errors[0]).toMatchObject({ status, message: `HTTP error! status: ${status}` });
      expect(log.states).toEqual([2]);
      expect(stream.readyState).toBe(2);
      expect(signals).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('after 404 for an unknown id, with the words of the local service', async () => {
    const service = await startService();
    const unknown = 'ab'.repeat(32);
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([unknown]);
    const log = logStream(stream);
    await until(() => stream.readyState === 2);
    expect(log.errors).toMatchObject([{ status: 404 }]);
    expect(log.errors[0]).toHaveProperty('detail', expect.stringContaining(unknown));
    expect(log.opens).toBe(0);
  });

  it.each([null, 'application/json', 'text/plain', 'text/event-streams', 'text/event-stream2; a=b'])(
    'after an answer of type %s',
    async (type) => {
      const headers = new Headers(type === null ? {} : { 'content-type': type });
      const { stream, log, signals } = streamOf([() => new Response('', { headers })]);
      if (type === null) headers.delete('content-type');
      await until(() => stream.readyState === 2);
      expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
      expect(log.states).toEqual([2]);
      expect(log.opens).toBe(0);
      expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    },
  );

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

  it('after beforeRequest refused', async () => {
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

describe('an event above 8 MiB', () => {
  const LIMIT = 8 * 1024 * 1024;
  const long = 'x'.repeat(LIMIT + 1);

  it.each([
    ['in one chunk', [`${SOON}data: ${long}\n\n`]],
    ['in two lines', [`${SOON}data: ${long.slice(9)}\ndata: ${long.slice(-9)}\n`]],
    ['without an end', [`${SOON}data: ${long.slice(9)}`, long.slice(-20)]],
  ])('%s is an error, read no further, and reconnected', async (_, chunks) => {
    let cancelled = false;
    const first = () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        },
        cancel() {
          cancelled = true;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const { log } = streamOf([first, () => eventStream([EVENT], { open: true })]);
    await until(() => log.updates.length === 1);
    expect(log.errors).toHaveLength(1);
    expect(log.errors[0]).toMatchObject({
      name: 'InvalidResponseError',
      issues: ['event: larger than 8 MiB'],
    });
    expect(log.states).toEqual([0]);
    expect(cancelled).toBe(true);
  });

  it('is refused from the local service too', async () => {
    const service = await startService();
    const lines = `${SOON}data: ${long}`;
    service.fail({ kind: 'stream-lines', lines, path: PATH, times: 1 });
    const log = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
    await until(() => service.openStreams() === 1);
  });

  it('is one that is above it: 8 MiB pass', async () => {
    const filled = { ...priceUpdate(), filler: '' };
    filled.filler = 'x'.repeat(LIMIT - JSON.stringify(filled).length);
    const { log } = streamOf([
      () => eventStream([`data: ${JSON.stringify(filled)}\n\n`], { open: true }),
    ]);
    await until(() => log.updates.length === 1);
    expect(log.errors).toEqual([]);
  });
});

describe('close()', () => {
  afterEach(() => vi.useRealTimers());

  it('at once: no request at all', async () => {
    const service = await startService();
    const stream = new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]);
    const log = logStream(stream);
    stream.close();
    const other = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => other.opens === 1);
    expect(service.requests).toHaveLength(1);
    expect(log).toMatchObject({ opens: 0, errors: [] });
  });

  it('between two events of one chunk: not the second', async () => {
    const { stream, log } = streamOf([() => eventStream([EVENT + EVENT], { open: true })]);
    stream.addEventListener('update', () => stream.close());
    await until(() => stream.readyState === 2);
    await Promise.resolve();
    expect(log.updates).toHaveLength(1);
  });

  it.each(['open', 'error'] as const)('inside the %s event: nothing after it', async (type) => {
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
  });

  it.each([
    ['while connecting', () => new Promise<Response>(() => {})],
    ['while open', idle],
    ['before a reconnect', () => eventStream([])],
  ])('%s: the fetch is aborted, no timer, no event, no request', async (_, answer) => {
    vi.useFakeTimers();
    const { stream, log, signals } = streamOf([answer]);
    await vi.advanceTimersByTimeAsync(500);
    const before = structuredClone({ opens: log.opens, errors: log.errors.length });
    stream.close();
    stream.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stream.readyState).toBe(2);
    expect({ opens: log.opens, errors: log.errors.length }).toEqual(before);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('while an answer is on its way: neither open nor error', async () => {
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
