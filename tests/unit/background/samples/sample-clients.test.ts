import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSampleCandles,
  createSampleService,
} from '@/lib/background/samples/sample-clients.ts';
import { readFeedRefusal } from '@/lib/domain/connection/feed-refusal.ts';
import { serviceMark } from '@/lib/domain/connection/service-mark.ts';
import { SAMPLE_MARK, SAMPLE_SERVICE } from '@/lib/domain/samples/sample-service.ts';
import { sampleFeeds } from '@/lib/domain/samples/sample-feeds.ts';
import type { PriceUpdate } from '@/lib/price-service/index.ts';
import { BTC, ETH } from '../feeds.ts';

const UNKNOWN = 'f'.repeat(64);
const NOW = Date.UTC(2026, 9, 28, 15, 0, 30);
const MINUTE = Math.floor(NOW / 60_000) * 60;

const { client } = createSampleService();

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing is sent.')));
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signal = new AbortController().signal;

describe('the service of sample prices', () => {
  it('is told apart from others by its mark', async () => {
    expect(await serviceMark(SAMPLE_SERVICE.baseUrl)).toBe(SAMPLE_MARK);
  });

  it('lists its feeds, and searches them', async () => {
    const feeds = await client.getPriceFeeds();
    expect(new Set(feeds.map(({ id }) => id))).toEqual(new Set(sampleFeeds().keys()));
    const found = await client.getPriceFeeds({ query: 'btc' });
    expect(found.map(({ id }) => id)).toEqual([BTC]);
  });

  it('sends the latest prices, and those of a time', async () => {
    const latest = await client.getLatestPriceUpdates([BTC, ETH]);
    expect(latest.parsed?.map(({ id, price }) => [id, price.publish_time])).toEqual([
      [BTC, NOW / 1_000],
      [ETH, NOW / 1_000],
    ]);
    const then = await client.getPriceUpdatesAtTimestamp(MINUTE, [BTC]);
    expect(then.parsed?.[0]?.price.publish_time).toBe(MINUTE);
    expect(await client.getPriceUpdatesAtTimestamp(MINUTE, [BTC])).toEqual(then);
  });

  it('names the feeds without samples', async () => {
    const error = await client.getLatestPriceUpdates([BTC, UNKNOWN]).catch((why: unknown) => why);
    expect(readFeedRefusal(error, [BTC, UNKNOWN])).toEqual({ reason: 'unknown', named: [UNKNOWN] });
  });

  it('streams a price each second until it is closed', async () => {
    const stream = client.getPriceUpdatesStream([BTC]);
    const updates: PriceUpdate[] = [];
    stream.addEventListener('update', ({ detail }) => updates.push(detail));
    await vi.waitFor(() => expect(updates).toHaveLength(1));
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(updates).toHaveLength(2));
    expect(updates[1]?.parsed?.[0]?.price.publish_time).toBe(NOW / 1_000 + 1);
    stream.close();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  });

  it('has candles of the same prices', async () => {
    const writeService = vi.fn(async () => undefined);
    const source = createSampleCandles({ writeService });
    const { resolutions } = await source.info();
    // For the charts.
    expect(writeService).toHaveBeenCalledWith(expect.objectContaining({ mark: SAMPLE_MARK }));
    expect(resolutions).toContain('1');
    const query = { symbol: 'Crypto.BTC/USD', resolution: '1', from: MINUTE - 600, to: MINUTE };
    const page = await source.getCandles(query as never, 0, signal);
    expect(page.candles).toHaveLength(11);
    expect(page.dropped).toBe(0);
    for (const { start, open, low, high } of page.candles) {
      const past = await client.getPriceUpdatesAtTimestamp(start, [BTC]);
      const price = past.parsed?.[0]?.price;
      expect(BigInt(price?.price ?? 0)).toBe(open * 10n ** BigInt(page.expo - (price?.expo ?? 0)));
      expect(low <= open && open <= high).toBe(true);
    }
  });
});
