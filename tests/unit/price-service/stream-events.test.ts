import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
  StreamMessageError,
} from '@/lib/price-service/index.ts';
import { EVENT, PATH, SOON, idle, streamOf } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, bytesOf, eventStream, logStream, priceUpdate, until } from './support.ts';

/** An open stream of these chunks. */
const streaming = (...chunks: string[]) => streamOf([() => eventStream(chunks, { open: true })]);

describe('a stream', () => {
  it('supports listener objects, `once`, and removing listeners', async () => {
    const { stream, log } = streaming(EVENT, EVENT);
    const handled: string[] = [];
    const listener = { handleEvent: ({ type }: Event) => void handled.push(type) };
    const removed = () => void handled.push('removed');
    stream.addEventListener('update', listener, { once: true });
    stream.addEventListener('update', removed);
    stream.removeEventListener('update', removed);
    await until(() => log.updates.length === 2);
    expect(handled).toEqual(['update']);
  });

  it('may be split anywhere, even within a character, with any line endings', async () => {
    const update = priceUpdate();
    const unusual = { ...update, binary: { data: ['€ 円 🪙'], encoding: 'hex' } };
    for (const end of ['\n', '\r', '\r\n']) {
      const text = ['\uFEFF: comment', `data: ${JSON.stringify(unusual)}`, '', 'data:{}', '', ''];
      const { log } = streamOf([() => eventStream(bytesOf(text.join(end)), { open: true })]);
      await until(() => log.errors.length === 1);
      expect(log.updates).toEqual([unusual]);
    }
  });

  it('joins data lines, accepts the event name `message`, and ignores other names, ids and comments', async () => {
    const [start, rest] = [EVENT.slice(6, 10), EVENT.slice(10)];
    const { log } = streaming(
      ': comment\n\n',
      `event: message\n${EVENT}`,
      `event: news\n${EVENT}`,
      `event: news\ndata: not JSON\n\n`,
      `id: 5\n\n`,
      `data: ${EVENT.slice(6).replace('"parsed"', '\ndata: "parsed"')}`,
      `data: ${start}${rest}`,
    );
    await until(() => log.updates.length === 3);
    expect(log.errors).toEqual([]);
    expect(log.updates[1]).toEqual(priceUpdate());
  });

  it('drops an event that the end of the stream cuts off', async () => {
    const { log } = streamOf([() => eventStream([SOON, EVENT, EVENT.slice(0, -1)]), idle]);
    await until(() => log.opens === 2);
    expect(log.updates).toHaveLength(1);
  });

  it.each([
    ['an unknown event', 'event: __proto__\ndata: {}\n\n'],
    ['events with null characters', 'data: \u0000\n\nevent: \u0000\ndata: x\n\n'],
    ['a byte order mark within', '\uFEFFdata: {}\n\n'],
    ['only carriage returns', 'data: {}\r\rdata: {}\r\r'],
    ['an invalid retry', 'retry: -1\nretry: 1e9\nretry: __proto__\n\n'],
    ['a thousand comments', ':\n\n'.repeat(1_000)],
    ['a thousand empty events', 'data\n\n'.repeat(1_000)],
    ['meaningless fields', 'constructor: x\n__proto__: y\n\n'],
    ['deep JSON', `data: ${'['.repeat(100_000)}\n\n`],
  ])('goes on after %s', async (_, text) => {
    const { log } = streaming(SOON, text, EVENT);
    await until(() => log.updates.length === 1);
    expect(log.opens).toBe(1);
    for (const { name, message } of log.errors) {
      expect(name).toMatch(/^(InvalidResponse|StreamMessage)Error$/);
      expect(message.length).toBeLessThan(1_000);
    }
  });
});

describe('an event that is not a price update', () => {
  it.each([
    ['not JSON', 'body: not JSON'],
    ['', 'body: not JSON'],
    ['{}', 'binary: invalid_type'],
    ['null', 'body: invalid_type'],
    [JSON.stringify({ ...priceUpdate(), parsed: [5] }), 'parsed.0: invalid_type'],
  ])('%s is an error, and the stream continues', async (data, issue) => {
    const { stream, log } = streaming(`data: ${data}\n\n`, EVENT);
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
});

describe('event: error', () => {
  it.each(['Error receiving update: x', 'Slow consumer: disconnected', ''])(
    '%j is a message from the service, and the stream continues',
    async (words) => {
      const { log } = streaming(`event: error\ndata: ${words}\n\n`, EVENT);
      await until(() => log.updates.length === 1);
      expect(log.errors[0]).toBeInstanceOf(StreamMessageError);
      expect(log.errors).toMatchObject([{ message: words }]);
      expect(log.states).toEqual([1]);
    },
  );

  it('is cut to 300 characters', async () => {
    const { log } = streaming(`event: error\ndata: ${'x'.repeat(100_000)}\n\n`);
    await until(() => log.errors.length === 1);
    expect(log.errors[0]?.message).toBe('x'.repeat(300));
  });

  it('is followed by a reconnect if the service then ends the stream', async () => {
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

describe('events above a hundred a second', () => {
  it.each([
    ['empty events', 'data\n\n'],
    ['tiny events', 'data:{}\n\n'],
    ['messages of errors', 'event: error\ndata: x\n\n'],
    ['unknown events', 'event: x\ndata: x\n\n'],
    ['empty updates', 'data:{"binary":{"encoding":"hex","data":[]}}\n\n'],
    ['ids and retries', 'id: 1\nretry: 1000\ndata:\n\n'],
  ])('end the stream, and other work goes on: ten thousand %s at once', async (_, text) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const { log, stream } = streamOf(
      [() => eventStream([text.repeat(10_000)], { open: true })],
      {},
      { reconnect: 'none' },
    );
    await until(() => stream.readyState === 2);
    clearInterval(timer);
    expect(log.errors.at(-1)).toMatchObject({ issues: ['events: more than 100 a second'] });
    expect(log.errors.length + log.updates.length).toBeLessThan(2_500);
    expect(turns).toBeGreaterThan(0);
  });

  it('end it, but a hundred do not', async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
    const { readable, writable } = new TransformStream<Uint8Array>();
    const headers = { 'content-type': 'text/event-stream' };
    const { log } = streamOf([() => new Response(readable, { headers })]);
    const writer = writable.getWriter();
    for (let second = 1; second <= 60; second += 1) {
      void writer.write(new TextEncoder().encode(EVENT.repeat(100)));
      await until(() => log.updates.length === 100 * second);
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(log.errors).toEqual([]);
  });
});

describe('an event above the limit for one feed', () => {
  const LIMIT = 264 * 1_024;
  const MIB = 1_024 * 1_024;

  it.each([
    ['in one line', 'x'.repeat(MIB)],
    ['in one data line', `data: ${'x'.repeat(MIB)}`],
    ['in many data lines', `data: ${'x'.repeat(1_000)}\n`.repeat(1_000)],
    ['in an endless id', `id: ${'x'.repeat(MIB)}`],
    ['in meaningless lines', `x: ${'y'.repeat(1_000)}\n`.repeat(1_000)],
    ['in endless comments', `: ${'x'.repeat(1_000)}\n`.repeat(1_000)],
    ['by one byte', `${SOON}data: ${'x'.repeat(LIMIT + 1)}\n\n`],
    [
      'by some bytes of a second line',
      `${SOON}data: ${'x'.repeat(LIMIT - 8)}\ndata: ${'x'.repeat(9)}\n`,
    ],
  ])('%s is an error, is not read further and causes a reconnect', async (_, piece) => {
    const bytes = new TextEncoder().encode(piece);
    let pulled = 0;
    let isCanceled = false;
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // As from a network: other work can run between two chunks.
        await new Promise((resolve) => setImmediate(resolve));
        pulled += bytes.length;
        controller.enqueue(bytes);
      },
      cancel: () => void (isCanceled = true),
    });
    const headers = { 'content-type': 'text/event-stream' };
    const { log } = streamOf([
      () => eventStream([SOON]),
      () => new Response(endless, { headers }),
      () => eventStream([EVENT], { open: true }),
    ]);
    await until(() => log.updates.length === 1);
    expect(log.errors.slice(1)).toMatchObject([
      { name: 'InvalidResponseError', issues: ['event: larger than 264 KiB'] },
    ]);
    expect(log.states).toEqual([0, 0]);
    expect(isCanceled).toBe(true);
    expect(pulled).toBeLessThan(4 * MIB);
  });

  it('is rejected, but one of exactly that size is accepted', async () => {
    const filled = { ...priceUpdate(), filler: '' };
    filled.filler = 'x'.repeat(LIMIT - JSON.stringify(filled).length);
    const { log } = streaming(`data: ${JSON.stringify(filled)}\n\n`);
    await until(() => log.updates.length === 1);
    expect(log.errors).toEqual([]);
  });
});
