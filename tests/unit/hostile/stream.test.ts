import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { startService } from '../price-service/service.ts';
import { EVENT, PATH, SOON, streamOf } from '../price-service/fake-stream.ts';
import { BTC, eventStream, logStream, until } from '../price-service/support.ts';

// For events above the limit see price-service/stream-events.test.ts.

const endless = (piece: string) => {
  let pulled = 0;
  const bytes = new TextEncoder().encode(piece);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // As from a network: other work can run between two chunks.
      await new Promise((resolve) => setImmediate(resolve));
      pulled += bytes.length;
      controller.enqueue(bytes);
    },
  });
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return { response, pulled: () => pulled };
};

function pushed() {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const response = new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  return { response, push: (text: string) => void writer.write(new TextEncoder().encode(text)) };
}

describe('a stream', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['of one endless line', 'x'.repeat(MIB)],
    ['of an endless data line', `data: ${'x'.repeat(MIB)}`],
    ['of one event of endless lines', `data: ${'x'.repeat(1_000)}\n`.repeat(1_000)],
    ['of an endless id', `id: ${'x'.repeat(MIB)}`],
    ['of meaningless lines', `x: ${'y'.repeat(1_000)}\n`.repeat(1_000)],
    ['of endless comments', `: ${'x'.repeat(1_000)}\n`.repeat(1_000)],
  ])('%s is dropped before it has eaten the memory', async (_, piece) => {
    const source = endless(piece);
    const { log } = streamOf([() => source.response, () => eventStream([EVENT], { open: true })]);
    await until(() => log.errors.length === 1);
    expect(log.errors[0]).toMatchObject({ issues: ['event: larger than 264 KiB'] });
    expect(source.pulled()).toBeLessThan(4 * MIB);
  });

  it.each([
    ['empty events', 'data\n\n'],
    ['tiny events', 'data:{}\n\n'],
    ['messages of errors', 'event: error\ndata: x\n\n'],
    ['unknown events', 'event: x\ndata: x\n\n'],
    ['empty updates', 'data:{"binary":{"encoding":"hex","data":[]}}\n\n'],
    ['ids and retries', 'id: 1\nretry: 1000\ndata:\n\n'],
  ])('of ten thousand %s at once is left, and other work goes on', async (_, text) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const { log, stream } = streamOf(
      [() => eventStream([text.repeat(10_000)], { open: true })],
      {},
      {
        reconnect: 'none',
      },
    );
    await until(() => stream.readyState === 2);
    clearInterval(timer);
    expect(log.errors.at(-1)).toMatchObject({ issues: ['events: more than 100 a second'] });
    expect(log.errors.length + log.updates.length).toBeLessThan(2_500);
    expect(turns).toBeGreaterThan(0);
  });

  it('of a hundred events a second stays open', async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const source = pushed();
    const { log } = streamOf([() => source.response]);
    for (let second = 1; second <= 60; second += 1) {
      source.push(EVENT.repeat(100));
      await until(() => log.updates.length === 100 * second);
      vi.setSystemTime(Date.now() + 1_000);
    }
    expect(log.errors).toEqual([]);
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
    const { log } = streamOf([() => eventStream([SOON, text, EVENT], { open: true })]);
    await until(() => log.updates.length === 1);
    expect(log.opens).toBe(1);
    for (const { name, message } of log.errors) {
      expect(name).toMatch(/^(InvalidResponse|StreamMessage)Error$/);
      expect(message.length).toBeLessThan(1_000);
    }
  });

  it('can request a pause of an hour at most, not of 100 days', async () => {
    // A timer that is too long fires at once, again and again.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { log, signals } = streamOf([
      () => eventStream([`retry: ${100 * 86_400_000}\n\n`]),
      () => eventStream([EVENT], { open: true }),
    ]);
    await until(() => log.errors.length === 1);
    await vi.advanceTimersByTimeAsync(3_590_000);
    expect(signals).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(signals).toHaveLength(2);
  });

  it('stays open during events that cannot be understood', async () => {
    const service = await startService();
    const lines = 'data: {"binary":{"encoding":"hex","data":[]},"parsed":[{}]}\n\n'.repeat(500);
    service.fail({ kind: 'stream-lines', lines, path: PATH, times: 1 });
    const log = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await until(() => log.errors.length === 500);
    service.pushStream();
    await until(() => log.updates.length === 1);
    expect(service.openStreams()).toBe(1);
  });
});
