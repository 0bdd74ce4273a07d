import { spareDelayMs } from '../../storage/requests/request-budget.ts';
import type { RecordStore } from '../../storage/history/records.ts';
import { priceServices } from '../../storage/values/settings.ts';
import type { FeedId } from '../../base/units.ts';
import type { Presence } from '../presence.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import type { Service } from '../connection/service.ts';
import { storeForRows } from './row-history.ts';
import { fetchPastPrices, type PastPriceSources } from './fetch-past-prices.ts';
import {
  nextTask,
  requiredTrustOf,
  SPARE,
  type ChangeStart,
  type ProofRule,
  type Task,
} from './next-task.ts';
import { readRecords, storeRecords } from './stored-records.ts';

/** What the backfill works with. */
export interface BackfillOptions extends PastPriceSources {
  presence: Presence;
  records: RecordStore;
  /** `null` until the worker has connected. */
  service: () => Service | null;
  proofRule: () => ProofRule;
  startOf: ChangeStart;
}

/** State that is lost when the worker dies. */
interface BackfillState {
  signal: AbortSignal;
  /** Feeds without a price at some time. In a batch with others, they may have it refused. */
  feedsWithGaps: Set<string>;
  /** Resolves after this time, or earlier if there may be something else to do. */
  sleep: (ms: number) => Promise<void>;
}

/** Serves one task after another while a page is open. */
export async function serveTasks(options: BackfillOptions, state: BackfillState): Promise<void> {
  let served = '';
  while (options.presence.isPageOpen && !state.signal.aborted) {
    const { records, proofRule, startOf } = options;
    const task = await nextTask(records, Date.now(), { rule: proofRule(), startOf });
    const service = await connectedService(options);
    // A task that returns right after it was served would return forever.
    if (!task || !service || keyOf(task) === served) return;
    const waitMs = await serve(task, service, options, state);
    if (waitMs > 0) await state.sleep(waitMs);
    else served = keyOf(task);
  }
}

/** Returns 0 once the task is served, or how long the request budget makes it wait (ms). */
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
    const waitMs = await spareDelayMs(service.baseUrl, spare);
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
  const wanted = (await priceServices.getValue()).find(({ id }) => id === service?.id);
  return wanted && service?.key === serviceKey(wanted) ? service : null;
}

function keyOf({ goal, time, withinSeconds, ids }: Task): string {
  return [goal, time, withinSeconds, ...ids].join(' ');
}
