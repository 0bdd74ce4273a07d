import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCollector } from '@/lib/background/history/collector.ts';
import { readSpark } from '@/lib/domain/history/spark.ts';
import { historyStored, sparklines } from '@/lib/storage/values/history.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { memoryRecords } from '../../storage/history/memory-records.ts';
import { BTC, ETH, receivedPrice } from '../feeds.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 7, 17);
const MINUTE = 60;

let prices: Map<string, StoredPrice>;
let records: ReturnType<typeof memoryRecords>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW_MS });
  prices = new Map();
  records = memoryRecords();
  closed = '';
  requiredTrust = null;
});
afterEach(() => {
  vi.useRealTimers();
});

let closed: string;
let requiredTrust: string | null;

const startWorker = (followed = [BTC, ETH]) =>
  createCollector({
    prices,
    records,
    followed: () => followed,
    closures: (id) => () => id === closed,
    requiredTrust: () => requiredTrust,
  });

/** Changes prices twice a second. */
async function changePrices(
  collector: ReturnType<typeof startWorker>,
  seconds: number,
  ids = [BTC],
) {
  for (let half = 0; half < 2 * seconds; half += 1) {
    for (const id of ids) {
      const publishTime = Math.floor(Date.now() / 1_000);
      prices.set(id, receivedPrice(String(half), publishTime));
    }
    collector.onPricesStored(ids);
    await vi.advanceTimersByTimeAsync(500);
  }
}

describe('createCollector', () => {
  it('stores one price per feed and minute, in one write a minute', async () => {
    await changePrices(startWorker(), 5 * MINUTE, [BTC, ETH]);
    expect(records.writes).toBe(5);
    const minutes = records.all().filter(({ id }) => id === BTC);
    expect(minutes.map(({ at }) => at - NOW_MS / 1_000)).toEqual([0, 60, 120, 180, 240]);
    expect(records.all()).toHaveLength(10);
  });

  it('stores the first price of a minute', async () => {
    await changePrices(startWorker(), 2 * MINUTE);
    for (const record of records.all()) {
      expect('time' in record && record.time - record.at).toBeLessThan(2);
    }
  });

  it('writes nothing in a minute whose prices an earlier worker has written', async () => {
    await changePrices(startWorker(), 10);
    await changePrices(startWorker(), 10);
    expect(records.writes).toBe(1);
    await changePrices(startWorker(), MINUTE);
    expect(records.writes).toBe(2);
  });

  it('stores nothing for a feed whose price did not change', async () => {
    prices.set(ETH, receivedPrice('1', NOW_MS / 1_000));
    await changePrices(startWorker(), 2 * MINUTE);
    expect(records.all().every(({ id }) => id === BTC)).toBe(true);
  });

  it('tells the pages when there are new prices', async () => {
    await changePrices(startWorker(), 2);
    expect((await historyStored.getValue()).liveAt).toBeGreaterThan(0);
  });

  it('thins the records from time to time and deletes those of feeds not on the watchlist', async () => {
    const day = 86_400;
    const old = receivedPrice('1', NOW_MS / 1_000 - 400 * day);
    await records.write([
      { id: BTC, at: NOW_MS / 1_000 - 400 * day, gap: 'no-data' },
      { id: ETH, at: NOW_MS / 1_000 - 60, gap: 'no-data' },
    ]);
    prices.set(BTC, old);
    await changePrices(startWorker([BTC]), 2);
    expect(records.all().map(({ id }) => id)).toEqual([BTC]);
    expect((await historyStored.getValue()).thinnedAt).toBeGreaterThan(0);
  });

  it('continues after a failure of the database', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const write = vi.spyOn(records, 'write').mockRejectedValueOnce(new Error('full'));
    const collector = startWorker();
    await changePrices(collector, 10);
    expect(warn).toHaveBeenCalledOnce();
    await changePrices(collector, MINUTE);
    expect(write).toHaveBeenCalledTimes(2);
    expect(records.all()).toHaveLength(1);
  });

  it('writes nothing that comes from another service', async () => {
    const collector = startWorker();
    prices.set(BTC, receivedPrice('1', NOW_MS / 1_000));
    collector.onPricesStored([BTC]);
    await collector.clear();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(records.writes).toBe(0);
  });
});

describe("a sparkline's point of the hour", () => {
  const HOUR_MS = Date.UTC(2026, 10, 21, 8);

  beforeEach(async () => {
    await watchlist.setValue([BTC, ETH]);
  });

  /** What is stored after prices of these ages arrive this many minutes after the hour. */
  async function pointsAfter(minutes: number, ages: Record<string, number>) {
    vi.setSystemTime(HOUR_MS + minutes * MINUTE * 1_000);
    for (const [id, age] of Object.entries(ages)) {
      prices.set(id, receivedPrice('500', Date.now() / 1_000 - age));
    }
    const collector = startWorker();
    collector.onPricesStored([]);
    await vi.advanceTimersByTimeAsync(1_000);
    const texts = await sparklines.getValue();
    return [BTC, ETH].map((id) => readSpark(texts[id] ?? '', requiredTrust)?.points.at(-1));
  }

  it('is the first price that arrives after the hour began', async () => {
    expect(await pointsAfter(1, { [BTC]: 10, [ETH]: 59 })).toEqual([500n, 500n]);
    prices.set(BTC, receivedPrice('900', Date.now() / 1_000));
    expect(await pointsAfter(2, { [ETH]: 1 })).toEqual([500n, 500n]);
  });

  it('is not a price from before the hour, unless the market has been closed since', async () => {
    closed = ETH;
    expect(await pointsAfter(1, { [BTC]: 2 * 3_600, [ETH]: 2 * 3_600 })).toEqual([undefined, 500n]);
  });

  it('is left to a request if the price comes late', async () => {
    expect(await pointsAfter(11, { [BTC]: 1 })).toEqual([undefined, undefined]);
  });

  it('is left to a request if the price is not verified and has to be', async () => {
    requiredTrust = 'mine';
    expect(await pointsAfter(1, { [BTC]: 1 })).toEqual([undefined, undefined]);
  });
});
