import { describe, expect, it } from 'vitest';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { startService } from './service.ts';
import { logStream, priceUpdate, rejectionOf, until } from './support.ts';

const IDS = Array.from({ length: 300 }, (_, i) => (i + 1).toString(16).padStart(64, '0'));

/** Answers each request with one item per id. `change` can change the nth response. */
function clientOf(change: (update: object, request: number) => object = (update) => update) {
  const urls: string[] = [];
  const client = new PriceServiceClient('https://prices.example/prefix', {
    httpRetries: 0,
    fetch: async (url) => {
      urls.push(url);
      const ids = new URL(url).searchParams.getAll('ids[]');
      const update = {
        binary: { data: [`data of ${ids[0]}`], encoding: 'hex' },
        parsed: ids.flatMap((id) => priceUpdate(id).parsed),
      };
      return Response.json(change(update, urls.length - 1));
    },
  });
  return { client, urls };
}

describe('ids that would make the URL longer than 7,000 characters', () => {
  it('are split over as few requests as possible and the answers joined in order', async () => {
    const { client, urls } = clientOf();
    const { binary, parsed } = await client.getLatestPriceUpdates(IDS, { encoding: 'hex' });
    expect(parsed?.map(({ id }) => id)).toEqual(IDS);
    expect(urls).toHaveLength(4);
    expect(binary).toEqual({
      data: urls.map((url) => `data of ${new URL(url).searchParams.get('ids[]')}`),
      encoding: 'hex',
    });
    for (const url of urls) {
      expect(url.length).toBeLessThanOrEqual(7000);
      expect(new URL(url).searchParams.get('encoding')).toBe('hex');
    }
    // One more id in a full request would be too long.
    const idLength = `&ids%5B%5D=${IDS[0]}`.length;
    expect((urls[0]?.length ?? 0) + idLength).toBeGreaterThan(7000);
  });

  it('are also split in the call with a publish time', async () => {
    const { client, urls } = clientOf();
    const { parsed } = await client.getPriceUpdatesAtTimestamp(1_790_000_000, IDS);
    expect(parsed).toHaveLength(300);
    for (const url of urls) expect(url).toContain('/prefix/v2/updates/price/1790000000?');
  });

  it('are sent in one request for 7,000 characters and in two for 7,001', async () => {
    const ids = IDS.slice(0, 90);
    const query = ids.map((id) => `ids%5B%5D=${id}`).join('&');
    const bare = `https://h.example//v2/updates/price/latest?${query}`.length;
    for (const [length, requests] of [
      [7000, 1],
      [7001, 2],
    ] as const) {
      const urls: string[] = [];
      const client = new PriceServiceClient(`https://h.example/${'x'.repeat(length - bare)}`, {
        fetch: async (url) => {
          urls.push(url);
          return Response.json(priceUpdate());
        },
      });
      await client.getLatestPriceUpdates(ids);
      expect(urls).toHaveLength(requests);
      if (requests === 1) expect(urls[0]).toHaveLength(length);
    }
  });

  it('have no `parsed` if one part has none', async () => {
    const { client } = clientOf((update, n) => (n === 1 ? { ...update, parsed: null } : update));
    const joined = await client.getLatestPriceUpdates(IDS);
    expect(joined).not.toHaveProperty('parsed');
    expect(joined.binary.data).toHaveLength(4);
  });

  it('are an error if the encodings of the answers differ', async () => {
    const { client } = clientOf((update, n) =>
      n === 2 ? { ...update, binary: { data: [], encoding: 'base64' } } : update,
    );
    expect(await rejectionOf(client.getLatestPriceUpdates(IDS))).toMatchObject({
      name: 'InvalidResponseError',
      issues: ['binary.encoding: differs between the parts'],
    });
  });

  it('are sent one by one if the base URL alone is too long', async () => {
    const urls: string[] = [];
    const client = new PriceServiceClient(`https://h.example/${'x'.repeat(7000)}`, {
      fetch: async (url) => {
        urls.push(url);
        return Response.json(priceUpdate());
      },
    });
    await client.getLatestPriceUpdates(IDS.slice(0, 3));
    expect(urls).toHaveLength(3);
  });

  it('await beforeRequest for each request, and the first failure aborts the others', async () => {
    const signals: AbortSignal[] = [];
    const client = new PriceServiceClient('https://h.example', {
      httpRetries: 0,
      beforeRequest: async (signal) => {
        signals.push(signal);
      },
      fetch: async (_url, { signal }) => {
        if (signals.length === 4 && !signals[0]?.aborted) {
          await Promise.resolve();
          return new Response(null, { status: 404 });
        }
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const error = await rejectionOf(client.getLatestPriceUpdates(IDS));
    expect(error).toMatchObject({ status: 404 });
    expect(signals).toHaveLength(4);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  it('are aborted by the signal of the caller', async () => {
    const controller = new AbortController();
    const client = new PriceServiceClient('https://h.example', {
      fetch: async (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const call = rejectionOf(client.getLatestPriceUpdates(IDS, { signal: controller.signal }));
    controller.abort('enough');
    expect(await call).toBe('enough');
  });
});

describe('with the local service', () => {
  it('300 feeds arrive in one answer, and in one stream with several connections', async () => {
    const service = await startService({ extraFeeds: 300 });
    const client = new PriceServiceClient(service.url);
    const ids = (await client.getPriceFeeds()).slice(0, 300).map(({ id }) => id);
    service.requests.length = 0;

    const { parsed } = await client.getLatestPriceUpdates(ids);
    expect(new Set(parsed?.map(({ id }) => id))).toEqual(new Set(ids));
    expect(service.requests).toHaveLength(4);

    const stream = client.getPriceUpdatesStream(ids);
    const log = logStream(stream);
    await until(() => log.opens > 0);
    expect(log.opens).toBe(1);
    expect(stream.readyState).toBe(1);
    expect(service.openStreams()).toBe(4);
    log.updates.length = 0;
    service.pushStream();
    await until(() => log.updates.length >= 4);
    const streamed = log.updates.flatMap((update) => update.parsed?.map(({ id }) => id) ?? []);
    expect(new Set(streamed)).toEqual(new Set(ids));
    stream.close();
    await until(() => service.openStreams() === 0);
  });

  it('a stream with several connections is connecting while one is, and closes if one is rejected', async () => {
    const service = await startService({ extraFeeds: 200 });
    const client = new PriceServiceClient(service.url);
    const ids = (await client.getPriceFeeds()).slice(0, 180).map(({ id }) => id);

    const path = '/v2/updates/price/stream';
    service.fail({ kind: 'stream-lines', lines: 'retry: 20\n\n', end: true, path, times: 1 });
    const stream = client.getPriceUpdatesStream(ids);
    const log = logStream(stream);
    await until(() => log.errors.length === 1);
    expect(log.states).toEqual([0]);
    await until(() => stream.readyState === 1);
    expect(service.openStreams()).toBe(2);

    service.fail({ kind: 'status', status: 404, path, times: 1 });
    const other = client.getPriceUpdatesStream(ids);
    const otherLog = logStream(other);
    await until(() => otherLog.errors.length > 0);
    expect(otherLog.errors).toMatchObject([{ status: 404 }]);
    expect(otherLog.states).toEqual([2]);
    expect(other.readyState).toBe(2);
    await until(() => service.openStreams() === 2);
  });
});
