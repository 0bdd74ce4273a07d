import { describe, expect, it } from 'vitest';
import {
  InvalidResponseError,
  NetworkError,
  PriceServiceClient,
  StreamMessageError,
} from '../../../lib/price-service/index.ts';
import { EVENT, PATH, SOON, streamOf } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, eventStream, logStream, priceUpdate, until } from './support.ts';

describe('an event that is not a price update', () => {
  it.each([
    ['not JSON', 'body: not JSON'],
    ['', 'body: not JSON'],
    ['{}', 'binary: invalid_type'],
    ['null', 'body: invalid_type'],
    [JSON.stringify({ ...priceUpdate(), parsed: [5] }), 'parsed.0: invalid_type'],
  ])('%s is an error, and the stream continues', async (data, issue) => {
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

  it('is also an error from the local service', async () => {
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
    '%j is a message from the service, and the stream continues',
    async (words) => {
      const lines = [`event: error\ndata: ${words}\n\n`, EVENT];
      const { log } = streamOf([() => eventStream(lines, { open: true })]);
      await until(() => log.updates.length === 1);
      expect(log.errors[0]).toBeInstanceOf(StreamMessageError);
      expect(log.errors).toMatchObject([{ message: words }]);
      expect(log.states).toEqual([1]);
    },
  );

  it('is cut to 300 characters', async () => {
    const lines = [`event: error\ndata: ${'x'.repeat(100_000)}\n\n`];
    const { log } = streamOf([() => eventStream(lines, { open: true })]);
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

describe('an event above the limit for one feed', () => {
  const LIMIT = 264 * 1_024;
  const long = 'x'.repeat(LIMIT + 1);

  it.each([
    ['in one chunk', [`${SOON}data: ${long}\n\n`]],
    ['in two lines', [`${SOON}data: ${long.slice(9)}\ndata: ${long.slice(-9)}\n`]],
    ['without an end', [`${SOON}data: ${long.slice(9)}`, long.slice(-20)]],
  ])('%s is an error, is not read further and causes a reconnect', async (_, chunks) => {
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
      issues: ['event: larger than 264 KiB'],
    });
    expect(log.states).toEqual([0]);
    expect(cancelled).toBe(true);
  });

  it('is also rejected from the local service', async () => {
    const service = await startService();
    const lines = `${SOON}data: ${long}`;
    service.fail({ kind: 'stream-lines', lines, path: PATH, times: 1 });
    const log = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => log.opens === 2);
    expect(log.errors[0]).toBeInstanceOf(InvalidResponseError);
    await until(() => service.openStreams() === 1);
  });

  it('is rejected, but one of exactly that size is accepted', async () => {
    const filled = { ...priceUpdate(), filler: '' };
    filled.filler = 'x'.repeat(LIMIT - JSON.stringify(filled).length);
    const { log } = streamOf([
      () => eventStream([`data: ${JSON.stringify(filled)}\n\n`], { open: true }),
    ]);
    await until(() => log.updates.length === 1);
    expect(log.errors).toEqual([]);
  });
});
