import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  BTC,
  ETH,
  getFeeds,
  getItem,
  holdsUpdates,
  idsQuery,
  NOON_MS,
  openStream,
  startService,
  STREAM,
  updatesIn,
} from './support.ts';

describe('v2/updates/price/stream', () => {
  it('sends every feed in every event, at the configured rate', async () => {
    const service = await startService({ updatesPerSecond: 100 });
    const stream = await openStream(service, idsQuery(BTC, ETH));
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    const updates = updatesIn(await stream.until(holdsUpdates(5)));
    for (const { parsed } of updates) expect(parsed?.map(({ id }) => id)).toEqual([BTC, ETH]);
    const slots = updates.map(({ parsed }) => parsed?.[0]?.metadata.slot ?? 0);
    expect(slots).toEqual([...new Set(slots)].toSorted((a, b) => a - b));
  });

  it('sends nothing by itself at a rate of 0, and one update per push', async () => {
    const service = await startService();
    const stream = await openStream(service, idsQuery(BTC));
    service.pushStream();
    service.pushStream();
    expect(updatesIn(await stream.until(holdsUpdates(2)))).toHaveLength(2);
    service.setRate(100);
    await stream.until(holdsUpdates(4));
  });

  it('has the same publish time in all updates of a second, with rising slots', async () => {
    const service = await startService({ now: () => NOON_MS });
    const stream = await openStream(service, idsQuery(BTC));
    for (let count = 0; count < 3; count++) service.pushStream();
    const items = updatesIn(await stream.until(holdsUpdates(3))).map(({ parsed }) => parsed?.[0]);
    expect(items.map((item) => item?.price.publish_time)).toEqual(Array(3).fill(NOON_MS / 1000));
    const slot = NOON_MS / 400;
    expect(items.map((item) => item?.metadata.slot)).toEqual([slot, slot + 1, slot + 2]);
  });

  it('is never ahead of latest', async () => {
    const service = await startService({ now: () => NOON_MS });
    const stream = await openStream(service, idsQuery(BTC));
    service.pushStream();
    const [update] = updatesIn(await stream.until(holdsUpdates(1)));
    expect(await getItem(service, BTC)).toEqual(update?.parsed?.[0]);
  });

  it('supports encoding, parsed and benchmarks_only', async () => {
    let nowMs = NOON_MS;
    const service = await startService({ now: () => nowMs });
    const options = '&encoding=base64&parsed=false&benchmarks_only=true&allow_unordered=true';
    const stream = await openStream(service, idsQuery(BTC) + options);
    const sentinel = await openStream(service, idsQuery(BTC));
    service.pushStream();
    service.pushStream();
    nowMs += 1000;
    service.pushStream();
    await sentinel.until(holdsUpdates(3));
    const updates = updatesIn(await stream.until(holdsUpdates(2)));
    expect(updates).toHaveLength(2);
    expect(updates.map((update) => Object.keys(update))).toEqual([['binary'], ['binary']]);
    expect(updates[0]?.binary.encoding).toBe('base64');
  });

  it('sends any data as an event on every open stream, between its updates', async () => {
    const service = await startService();
    const streams = [
      await openStream(service, idsQuery(BTC)),
      await openStream(service, idsQuery(ETH)),
    ];
    service.pushEvent('{"not":"an update"}');
    service.pushStream();
    for (const stream of streams) {
      const text = await stream.until((received) => received.includes('\n\n'));
      expect(text).toMatch(/^data:\{"not":"an update"\}\n\n/);
    }
    expect(updatesIn(await streams[0]!.until(holdsUpdates(2)))).toHaveLength(2);
  });

  it('sends a set price at once', async () => {
    const service = await startService();
    const stream = await openStream(service, idsQuery(BTC));
    service.setPrice(BTC, { price: '4200000000000' });
    const [update] = updatesIn(await stream.until(holdsUpdates(1)));
    expect(update?.parsed?.[0]?.price).toMatchObject({ price: '4200000000000', expo: -8 });
  });

  it('omits removed feeds, and sends only comments if none is left', async () => {
    const service = await startService();
    const stream = await openStream(service, idsQuery(BTC, ETH));
    service.removeFeed(BTC);
    service.pushStream();
    const [update] = updatesIn(await stream.until(holdsUpdates(1)));
    expect(update?.parsed?.map(({ id }) => id)).toEqual([ETH]);
    service.removeFeed(ETH);
    service.pushStream();
    expect(await stream.until((text) => text.includes(': No'))).toMatch(
      /: No update available\n\n$/,
    );
  });

  it('reports feeds without data in an error event and continues', async () => {
    const service = await startService();
    const stream = await openStream(service, idsQuery(BTC, ETH));
    service.withholdData(ETH);
    service.pushStream();
    const text = await stream.until((all) => all.endsWith('\n\n'));
    expect(text).toBe('event: error\ndata: Error receiving update: Update data not found\n\n');
    service.removeFeed(ETH);
    service.pushStream();
    expect(updatesIn(await stream.until(holdsUpdates(1)))).toHaveLength(1);
  });

  it('sends comments while there is no data', async () => {
    const service = await startService({ commentSeconds: 0.02 });
    const stream = await openStream(service, idsQuery(BTC));
    const text = await stream.until((all) => all.split('\n\n').length > 3);
    expect(text).toMatch(/^(?::\n\n)+$/);
  });

  it('ends after the configured time with an error event', async () => {
    const service = await startService({ streamSeconds: 0.05 });
    const stream = await openStream(service, idsQuery(BTC));
    expect(await stream.toEnd()).toBe('event: error\ndata: Connection timeout reached (24h)\n\n');
    await expect.poll(() => service.openStreams()).toBe(0);
  });

  it('ends when its client disconnects', async () => {
    const service = await startService({ updatesPerSecond: 100 });
    const streams = [
      await openStream(service, idsQuery(BTC)),
      await openStream(service, idsQuery(ETH)),
    ];
    expect(service.openStreams()).toBe(2);
    for (const stream of streams) stream.close();
    await expect.poll(() => service.openStreams()).toBe(0);
    await expect.poll(() => service.requests.every(({ endedAt }) => endedAt !== null)).toBe(true);
    expect(service.requests.map(({ status }) => status)).toEqual([200, 200]);
    expect((await getItem(service, BTC)).id).toBe(BTC);
  });

  it('disconnects a client that does not read', async () => {
    const service = await startService({ extraFeeds: 100 });
    const feeds = await getFeeds(`${service.url}/v2/price_feeds`);
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const query = idsQuery(...feeds.map(({ id }) => id));
    socket.write(`GET ${STREAM}${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await expect.poll(() => service.openStreams()).toBe(1);
    // Far more than the buffers in between can hold.
    for (let count = 0; count < 150; count++) service.pushStream();
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text = (text + piece).slice(-200);
    });
    await expect.poll(() => service.openStreams(), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => text).toContain('data: Slow consumer: disconnected');
    socket.destroy();
  });
});
