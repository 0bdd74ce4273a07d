import { isPlausible } from '../../domain/prices/newer.ts';
import type { Gap } from '../../domain/history/past-price.ts';
import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import { toRecord, type HistoryRecord } from '../../domain/history/sample.ts';
import type { CallOptions, PriceServiceClient, PriceUpdate } from '../../price-service/index.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import { askInBatches } from '../connection/ask-in-batches.ts';

export interface PastPriceSources {
  judge: (update: PriceUpdate) => Promise<JudgedPrice[]>;
  isOpenAt: (id: FeedId, seconds: UnixSeconds) => boolean;
  closures: (id: FeedId) => WasClosed;
}

interface PastPriceRequest {
  time: UnixSeconds;
  ids: readonly FeedId[];
  /** Whether a feed lacked a price at another time. */
  hasGaps: (id: FeedId) => boolean;
  call: CallOptions;
}

/**
 * Fetches prices at a time. Returns each feed's sample or why there is none. Feeds whose batch was
 * refused without a verdict have no record and are requested again.
 * @throws whatever the client throws, unless it refuses feeds
 */
export async function fetchPastPrices(
  client: PriceServiceClient,
  { time, ids, hasGaps, call }: PastPriceRequest,
  { judge, isOpenAt, closures }: PastPriceSources,
): Promise<Map<FeedId, HistoryRecord>> {
  const { updates, missing, answered, none } = await askInBatches(
    ids,
    // Half the bytes of the default encoding.
    (batch) =>
      client.getPriceUpdatesAtTimestamp(time, batch, { encoding: 'base64', parsed: true, ...call }),
    { isDoubtful: (id) => hasGaps(id) || !isOpenAt(id, time) },
  );
  const settled = none === null ? new Set([...answered, ...Object.keys(missing)]) : new Set(ids);
  const records = new Map<FeedId, HistoryRecord>();
  for (const { id, price, failure } of (await Promise.all(updates.map(judge))).flat()) {
    if (price && isPlausible(price, Date.now())) {
      records.set(id, withoutEarlierPrice(toRecord(id, time, price), time, closures(id)));
    } else if (failure) records.set(id, { id, at: time, gap: 'failed' });
  }
  return new Map(
    [...settled].map((id) => [id, records.get(id) ?? { id, at: time, gap: gapOf(id) }] as const),
  );

  function gapOf(id: FeedId): Gap {
    const reason = none ?? missing[id] ?? 'no-data';
    if (reason !== 'no-data') return reason;
    return isOpenAt(id, time) ? 'no-data' : 'closed';
  }
}
