import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import { toRecord, type HistoryRecord } from '../../domain/history/sample.ts';
import { lacksPoint, readSpark } from '../../domain/history/spark.ts';
import { hourOf, HOUR_SECONDS } from '../../domain/history/time-grid.ts';
import { sparklines } from '../../storage/values/history.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { SPARKLINE_WITHIN_SECONDS } from './next-task.ts';
import { storePoints } from './row-history.ts';

export interface HourPointSources {
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
export async function storeHourPoints(
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
