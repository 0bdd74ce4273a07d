import { requiredTrustOf } from '../../domain/market/market.ts';
import type { RecordStore } from '../../storage/history/records.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { Presence } from '../presence.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import type { Service } from '../connection/service.ts';
import { servicesInUse } from '../samples/services-in-use.ts';
import { storeForRows } from './row-history.ts';
import { nextTask, SPARE, type ChangeStart, type ProofRule, type Task } from './next-task.ts';
import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import { toRecord, type HistoryRecord } from '../../domain/history/collected-price.ts';
import { historyPause, historyStored } from '../../storage/values/history.ts';
import { isPlausible } from '../../domain/prices/newer.ts';
import type { Gap } from '../../domain/history/past-price.ts';
import type { CallOptions, PriceServiceClient, PriceUpdate } from '../../price-service/index.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import { askFeeds } from '../connection/ask-feeds.ts';

export interface BackfillOptions extends PastPriceSources {
  presence: Presence;
  records: RecordStore;
  /** `null` until the worker has connected. */
  service: () => Service | null;
  proofRule: () => ProofRule;
  startOf: ChangeStart;
}

interface BackfillState {
  signal: AbortSignal;
  /** These feeds may get a whole batch refused. */
  feedsWithGaps: Set<string>;
  /** Resolves early if there may be something to do. */
  sleep: (ms: number) => Promise<void>;
}

export async function serveTasks(options: BackfillOptions, state: BackfillState): Promise<void> {
  let served = '';
  while (options.presence.isPageOpen && !state.signal.aborted) {
    const { records, proofRule, startOf } = options;
    const task = await nextTask(records, Date.now(), { rule: proofRule(), startOf });
    const service = await connectedService(options);
    // A task that returns right after being served would loop forever.
    if (!task || !service || keyOf(task) === served) return;
    const waitMs = await serve(task, service, options, state);
    if (waitMs > 0) await state.sleep(waitMs);
    else served = keyOf(task);
  }
}

/** 0 once served, or how long the request budget delays it, in milliseconds. */
async function serve(
  task: Task,
  service: Service,
  options: BackfillOptions,
  { signal, feedsWithGaps }: BackfillState,
): Promise<number> {
  const { records, proofRule, closures } = options;
  const known = await readRecords(task, records, proofRule(), closures);
  const ids = task.ids.filter((id) => !known.has(id));
  if (ids.length > 0) {
    const spare = SPARE[task.grade];
    const waitMs = await service.spareDelayMs(spare);
    if (waitMs > 0) return waitMs;
    const hasGaps = (id: FeedId): boolean => feedsWithGaps.has(id);
    const call = { ...service.whenSpare(spare), signal };
    const request = { time: task.time, ids, hasGaps, call };
    const fetched = await fetchPastPrices(service.client, request, options);
    signal.throwIfAborted();
    for (const [id, record] of fetched) {
      known.set(id, record);
      if ('gap' in record) feedsWithGaps.add(id);
      else feedsWithGaps.delete(id);
    }
    await storeRecords([...fetched.values()], records);
  }
  await storeForRows(task, known, {
    nowMs: Date.now(),
    requiredTrust: requiredTrustOf(proofRule()),
  });
  return 0;
}

/** While the settings change, `service` is still the previous one. */
async function connectedService(options: BackfillOptions): Promise<Service | null> {
  const service = options.service();
  const wanted = (await servicesInUse()).find(({ id }) => id === service?.id);
  return wanted && service?.key === serviceKey(wanted) ? service : null;
}

function keyOf({ goal, time, withinSeconds, ids }: Task): string {
  return [goal, time, withinSeconds, ...ids].join(' ');
}

async function readRecords(
  { ids, time, withinSeconds }: Task,
  records: RecordStore,
  { trust, signatures }: ProofRule,
  closures: (id: FeedId) => WasClosed,
): Promise<Map<FeedId, HistoryRecord>> {
  const stored = await records
    .firstOfEach(ids, time, time + withinSeconds)
    .catch(() => new Map<FeedId, HistoryRecord>());
  const known = new Map<FeedId, HistoryRecord>();
  for (const [id, record] of stored) {
    const current = withCurrentTrust(record, trust);
    if (signatures === 'require' && !('gap' in current) && current.trust === null) continue;
    // Earlier versions stored prices of any time.
    known.set(id, withoutEarlierPrice(current, time, closures(id)));
  }
  return known;
}

/** A price verified under another trust counts as unverified. */
function withCurrentTrust(record: HistoryRecord, trust: string): HistoryRecord {
  return 'gap' in record || record.trust === trust ? record : { ...record, trust: null };
}

async function storeRecords(
  fetched: readonly HistoryRecord[],
  records: RecordStore,
): Promise<void> {
  await records.write(fetched).catch(() => console.warn('Past prices could not be stored.'));
  await historyStored.update((stored) => ({ ...stored, askedAt: Date.now() }));
  await historyPause.update((pause) => (pause.reason !== null ? historyPause.fallback : pause));
}

interface PastPriceSources {
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
 * Fetches prices at a time. Returns each feed's price or why there is none. Feeds whose batch was
 * refused without a verdict have no record and are requested again.
 * @throws whatever the client throws, unless it refuses feeds
 */
async function fetchPastPrices(
  client: PriceServiceClient,
  { time, ids, hasGaps, call }: PastPriceRequest,
  { judge, isOpenAt, closures }: PastPriceSources,
): Promise<Map<FeedId, HistoryRecord>> {
  const { updates, missing, answered, none } = await askFeeds(
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
