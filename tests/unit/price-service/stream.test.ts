import { describe, expect, it } from 'vitest';
import { PriceServiceClient } from '../../../lib/price-service/index.ts';
import { EVENT, PATH, SOON, idle, streamOf } from './fake-stream.ts';
import { startService } from './service.ts';
import { BTC, ETH, bytesOf, eventStream, logStream, priceUpdate, until } from './support.ts';

describe('a stream', () => {
  it('opens, dispatches checked updates, and closes', async () => {
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

  it('stays open through silence and comments', async () => {
    const service = await startService({ commentSeconds: 0.01 });
    service.fail({ kind: 'silence', path: PATH, times: 1 });
    const client = new PriceServiceClient(service.url, { timeoutMs: 60_000 });
    const silent = client.getPriceUpdatesStream([BTC]);
    const silentLog = logStream(silent);
    await until(() => silentLog.opens === 1);
    const log = logStream(client.getPriceUpdatesStream([ETH]));
    await until(() => log.opens === 1);
    service.pushStream();
    await until(() => log.updates.length > 0);
    expect(silentLog).toMatchObject({ opens: 1, updates: [], errors: [] });
    expect(silent.readyState).toBe(1);
  });

  it('supports listener objects, `once`, and removing listeners', async () => {
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

  it('drops an event that the end of the stream cuts off', async () => {
    const { log } = streamOf([() => eventStream([SOON, EVENT, EVENT.slice(0, -1)]), idle]);
    await until(() => log.opens === 2);
    expect(log.updates).toHaveLength(1);
  });
});
