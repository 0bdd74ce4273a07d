import type { DBSchema } from 'idb';
import { startOfDay } from '../../base/days.ts';
import { openOnce } from '../open-once.ts';
import { hasDates, type CandleSeries, type Resolution } from '../../history-service/index.ts';
import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { anyFeedId, unixMilliseconds, unixSeconds, z } from '../../base/zod.ts';
import { readCandles, writeCandles } from './series-text.ts';

/** Limit for all series, in characters, which are bytes here. */
const MAX_CANDLE_BYTES = 20 * 1024 * 1024;

/** Candles of one feed and resolution. */
export interface KnownCandles extends CandleSeries {
  /** The requested range, inclusive. It has no other candles. */
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
  readonly storedAt: UnixMilliseconds;
}

const serviceSchema = z.object({
  /** Identifies the service without storing its address. */
  mark: z.string(),
  storedAt: unixMilliseconds,
  resolutions: z.array(z.string()),
  /** By feed; `null`: the service has no list. */
  symbols: z.nullable(z.map(anyFeedId, z.string())),
  /** The longest range that it has granted after a refusal, in seconds, by resolution. */
  longest: z.catch(z.record(z.string(), z.int().check(z.positive())), {}),
});

export type KnownHistoryService = z.infer<typeof serviceSchema>;

/** Charts have one series for each resolution. */
export type SeriesName = Resolution | 'rehearsal' | 'start';

const seriesSchema = z.object({
  expo: z.int(),
  from: unixSeconds,
  to: unixSeconds,
  storedAt: unixMilliseconds,
  candles: z.string(),
});

interface Schema extends DBSchema {
  series: { key: string; value: z.infer<typeof seriesSchema> };
  /** Apart from the series, so that the oldest is found without reading every series. */
  uses: { key: string; value: { key: string; usedAt: UnixMilliseconds; bytes: number } };
  services: { key: 'current'; value: KnownHistoryService };
}

const open = openOnce<Schema>('candles', (database) => {
  database.createObjectStore('series');
  database.createObjectStore('uses', { keyPath: 'key' });
  database.createObjectStore('services');
});

/** Candles in IndexedDB; the least recently used are deleted first. */
export const candleStore = {
  async read(id: FeedId, name: SeriesName): Promise<KnownCandles | null> {
    const key = keyOf(id, name);
    const change = (await open()).transaction(['series', 'uses'], 'readwrite');
    const [series, uses] = [change.objectStore('series'), change.objectStore('uses')];
    const raw = await series.get(key);
    const use = raw && (await uses.get(key));
    if (use) await uses.put({ ...use, usedAt: Date.now() });
    await change.done;
    return parseSeries(raw, name);
  },

  async write(id: FeedId, name: SeriesName, known: KnownCandles): Promise<void> {
    const key = keyOf(id, name);
    const { expo, from, to, storedAt } = known;
    const candles = writeCandles(known);
    const change = (await open()).transaction(['series', 'uses'], 'readwrite');
    const [series, uses] = [change.objectStore('series'), change.objectStore('uses')];
    await series.put({ expo, from, to, storedAt, candles }, key);
    await uses.put({ key, usedAt: Date.now(), bytes: candles.length });
    for (const dropped of leastUsed(await uses.getAll())) {
      await series.delete(dropped);
      await uses.delete(dropped);
    }
    await change.done;
  },

  async readService(): Promise<KnownHistoryService | null> {
    const parsed = serviceSchema.safeParse(await (await open()).get('services', 'current'));
    return parsed.success ? parsed.data : null;
  },

  async writeService(known: KnownHistoryService): Promise<void> {
    await (await open()).put('services', known, 'current');
  },

  async deleteAll(): Promise<void> {
    const database = await open();
    await Promise.all([
      database.clear('series'),
      database.clear('uses'),
      database.clear('services'),
    ]);
  },
};

export type CandleStore = typeof candleStore;

/** Keys of the series to delete. */
export function leastUsed(
  uses: ReadonlyArray<Schema['uses']['value']>,
  maxBytes: number = MAX_CANDLE_BYTES,
): string[] {
  let bytes = 0;
  return uses
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .filter((use) => (bytes += use.bytes) > maxBytes)
    .map(({ key }) => key);
}

export function parseSeries(raw: unknown, name: SeriesName): KnownCandles | null {
  const parsed = seriesSchema.safeParse(raw);
  const candles = parsed.success ? readCandles(parsed.data.candles) : null;
  if (!parsed.success || !candles) return null;
  // Up to 0.2.0, daily bars were stored with the times that services sent: request them again.
  const areDates = name !== 'rehearsal' && name !== 'start' && hasDates(name);
  if (areDates && candles.some(({ start }) => start !== startOfDay(start))) return null;
  return { ...parsed.data, candles };
}

function keyOf(id: FeedId, name: SeriesName): string {
  return `${id} ${name}`;
}
