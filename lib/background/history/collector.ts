import type { RecordStore } from '../../storage/history/records.ts';
import { toRecord, type HistoryRecord } from '../../domain/history/collected-price.ts';
import { historyStored, sparklines } from '../../storage/values/history.ts';
import {
  toSeconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import { lacksPoint, readSpark } from '../../domain/history/spark.ts';
import { hourOf, HOUR_SECONDS } from '../../domain/history/time-grid.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { SPARKLINE_WITHIN_SECONDS } from './next-task.ts';
import { storePoints } from './row-history.ts';

const MINUTE_MS = 60_000;
const THIN_EVERY_MS = 60 * MINUTE_MS;

// Storing and showing the prices comes first.
const DELAY_MS = 500;

interface CollectorOptions extends HourPointSources {
  records: RecordStore;
}

/**
 * Stores one price per feed and minute, and a sparkline point per hour, from prices that arrive
 * anyway. A dying worker loses at most a minute.
 */
export function createCollector(options: CollectorOptions) {
  const { prices, records, followed } = options;
  let pending = new Set<string>();
  let collectedMinute: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  return { onPricesStored, clear };

  function onPricesStored(ids: readonly FeedId[]): void {
    for (const id of ids) pending.add(id);
    if (timer !== undefined || minuteOf(Date.now()) === collectedMinute) return;
    timer = setTimeout(() => {
      timer = undefined;
      writing = collect().catch(() => console.warn('Prices could not be stored for charts.'));
    }, DELAY_MS);
  }

  async function collect(): Promise<void> {
    const now = Date.now();
    const stored = await historyStored.getValue();
    collectedMinute = minuteOf(now);
    if (minuteOf(stored.liveAt) === collectedMinute) return;
    const collected = [...pending].flatMap((id) => {
      const price = prices.get(id);
      return price ? [toRecord(id, startOfMinute(price.publishTime), price)] : [];
    });
    pending = new Set();
    await Promise.all([records.write(collected), storeHourPoints(options, now)]);
    const isThinningDue = now < stored.thinnedAt || now - stored.thinnedAt >= THIN_EVERY_MS;
    await historyStored.update((known) => ({
      ...known,
      liveAt: now,
      ...(isThinningDue && { thinnedAt: now }),
    }));
    if (isThinningDue) await records.thin(followed(), toSeconds(now));
  }

  async function clear(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    pending = new Set();
    await writing;
  }
}

function minuteOf(ms: UnixMilliseconds): number {
  return Math.floor(ms / MINUTE_MS);
}

function startOfMinute(seconds: UnixSeconds): UnixSeconds {
  return Math.floor(seconds / 60) * 60;
}

interface HourPointSources {
  prices: ReadonlyMap<FeedId, StoredPrice>;
  followed: () => readonly FeedId[];
  closures: (id: FeedId) => WasClosed;
  /** `null`: unverified prices count. */
  requiredTrust: () => string | null;
}

/**
 * Stores sparkline points of the current hour from prices that arrived anyway. Missing points are
 * requested later.
 */
async function storeHourPoints(
  { prices, followed, closures, requiredTrust }: HourPointSources,
  nowMs: UnixMilliseconds,
): Promise<void> {
  const hour = hourOf(toSeconds(nowMs));
  const time = hour * HOUR_SECONDS;
  if (toSeconds(nowMs) - time > SPARKLINE_WITHIN_SECONDS) return;
  const trust = requiredTrust();
  const texts = await sparklines.getValue();
  const records = new Map<FeedId, HistoryRecord>();
  for (const id of followed()) {
    const price = prices.get(id);
    if (!price || !lacksPoint(readSpark(texts[id] ?? '', trust), hour)) continue;
    const record = withoutEarlierPrice(toRecord(id, time, price), time, closures(id));
    const isPrice = !('gap' in record) && (trust === null || record.trust === trust);
    if (isPrice && record.time <= time + SPARKLINE_WITHIN_SECONDS) records.set(id, record);
  }
  if (records.size > 0) await storePoints(time, records, { nowMs, requiredTrust: trust });
}
