import { coalesce } from '../../base/coalesce.ts';
import { delay } from '../../base/http/delay.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { serviceKey } from '../../domain/connection/service-list.ts';
import { RequestPausedError } from '../../domain/connection/state.ts';
import { toRecord, type HistoryRecord } from '../../domain/history/collected-price.ts';
import type { Gap } from '../../domain/history/past-price.ts';
import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import { requiredTrustOf } from '../../domain/market/market.ts';
import { isPlausible } from '../../domain/prices/newer.ts';
import type { PriceUpdate } from '../../price-service/index.ts';
import type { RecordStore } from '../../storage/history/records.ts';
import {
  everyChangeWanted,
  historyPause,
  historyStored,
  historyWanted,
} from '../../storage/values/history.ts';
import { askFeeds } from '../connection/ask-feeds.ts';
import { describeFailure } from '../connection/failure.ts';
import type { Service } from '../connection/service.ts';
import type { JudgedPrice } from '../intake/judge.ts';
import type { Presence } from '../presence.ts';
import { servicesInUse } from '../samples/services-in-use.ts';
import { nextTask, SPARE, type ChangeStart, type ProofRule, type Task } from './next-task.ts';
import { clearRowHistory, removeRetryableGaps, storeForRows } from './row-history.ts';

interface BackfillOptions {
  presence: Presence;
  records: RecordStore;
  /** `null` until the worker has connected. */
  service: () => Service | null;
  proofRule: () => ProofRule;
  startOf: ChangeStart;
  judge: (update: PriceUpdate) => Promise<JudgedPrice[]>;
  isOpenAt: (id: FeedId, seconds: UnixSeconds) => boolean;
  closures: (id: FeedId) => WasClosed;
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
const REFUSED_PAUSE_MS = 60 * 60_000;

/**
 * Fetches past prices while a page is open. They have the lowest priority: one time after another,
 * for all feeds together, within a share of the request budget.
 */
export class Backfill {
  readonly #options: BackfillOptions;
  /** These feeds may get a whole batch refused. */
  readonly #feedsWithGaps = new Set<FeedId>();
  #wasPageOpen = false;
  #abort = new AbortController();
  /** Ends the wait for the request budget: there may be something else to do. */
  #wake = new AbortController();
  readonly #run = coalesce(() => this.#serveTasks());

  constructor(options: BackfillOptions) {
    this.#options = options;
  }

  /** Fetches missing prices that pages need. Call this at any time. */
  readonly reconcile = (): void => {
    this.#wake.abort();
    void this.#run();
  };

  /** Retries refused and failed requests. Call this when connection settings change. */
  async retry(): Promise<void> {
    this.#stop();
    await historyPause.setValue(historyPause.fallback);
    const ids = await removeRetryableGaps();
    if (ids.length > 0) {
      await this.#options.records.deleteRetryableGaps(ids).catch(() => undefined);
    }
    this.reconcile();
  }

  /** Deletes everything, because the service changed. */
  async clear(): Promise<void> {
    this.#stop();
    await Promise.all([
      clearRowHistory(),
      historyWanted.setValue(null),
      this.#options.records.deleteAll().catch(() => undefined),
    ]);
  }

  /**
   * Drops and refetches prices that depend on verification.
   * @param wereOff any price may have failed verification
   */
  async recheckProofs(wereOff = false): Promise<void> {
    this.#stop();
    const { records, proofRule } = this.#options;
    const trust = wereOff ? proofRule().trust : requiredTrustOf(proofRule());
    await records.deleteUnverified(trust).catch(() => undefined);
    await clearRowHistory();
    this.reconcile();
  }

  #stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#feedsWithGaps.clear();
    this.#wake.abort();
  }

  async #serveTasks(): Promise<void> {
    const { signal } = this.#abort;
    const { presence, records, proofRule, startOf } = this.#options;
    if (this.#wasPageOpen && !presence.isPageOpen) {
      await Promise.all([historyWanted.setValue(null), everyChangeWanted.setValue(false)]);
    }
    this.#wasPageOpen = presence.isPageOpen;
    try {
      let served = '';
      while (presence.isPageOpen) {
        const task = await nextTask(records, Date.now(), { rule: proofRule(), startOf });
        const service = await this.#connectedService();
        // A task that returns right after being served would loop forever.
        if (signal.aborted || !task || !service || keyOf(task) === served) return;
        const waitMs = await this.#serve(task, service, signal);
        if (waitMs > 0) await this.#sleep(waitMs);
        else served = keyOf(task);
      }
    } catch (error) {
      if (!signal.aborted) await pauseAfterFailure(error, this.#options.service());
    }
  }

  async #sleep(ms: number): Promise<void> {
    this.#wake = new AbortController();
    await delay(ms, this.#wake.signal).catch(() => undefined);
  }

  /** While the settings change, the known service is still the previous one. */
  async #connectedService(): Promise<Service | null> {
    const service = this.#options.service();
    const wanted = (await servicesInUse()).find(({ id }) => id === service?.id);
    return wanted && service?.key === serviceKey(wanted) ? service : null;
  }

  /** 0 once served, or how long the request budget delays it, in milliseconds. */
  async #serve(task: Task, service: Service, signal: AbortSignal): Promise<number> {
    const known = await this.#readRecords(task);
    const ids = task.ids.filter((id) => !known.has(id));
    if (ids.length > 0) {
      const waitMs = await service.spareDelayMs(SPARE[task.grade]);
      if (waitMs > 0) return waitMs;
      const fetched = await this.#fetch({ ...task, ids }, service, signal);
      signal.throwIfAborted();
      for (const [id, record] of fetched) {
        known.set(id, record);
        if ('gap' in record) this.#feedsWithGaps.add(id);
        else this.#feedsWithGaps.delete(id);
      }
      await this.#storeRecords([...fetched.values()]);
    }
    const requiredTrust = requiredTrustOf(this.#options.proofRule());
    await storeForRows(task, known, { nowMs: Date.now(), requiredTrust });
    return 0;
  }

  async #readRecords({ ids, time, withinSeconds }: Task): Promise<Map<FeedId, HistoryRecord>> {
    const { records, proofRule, closures } = this.#options;
    const { trust, signatures } = proofRule();
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

  async #storeRecords(fetched: readonly HistoryRecord[]): Promise<void> {
    const { records } = this.#options;
    await records.write(fetched).catch(() => console.warn('Past prices could not be stored.'));
    await historyStored.update((stored) => ({ ...stored, askedAt: Date.now() }));
    await historyPause.update((pause) => (pause.reason !== null ? historyPause.fallback : pause));
  }

  /**
   * Fetches the task's prices. Returns each feed's price or why there is none. Feeds whose batch
   * was refused without a verdict have no record and are requested again.
   * @throws whatever the client throws, unless it refuses feeds
   */
  async #fetch(
    { time, ids, grade }: Task,
    { client, whenSpare }: Service,
    signal: AbortSignal,
  ): Promise<Map<FeedId, HistoryRecord>> {
    const { judge, isOpenAt, closures } = this.#options;
    // Half the bytes of the default encoding.
    const call = { encoding: 'base64', parsed: true, ...whenSpare(SPARE[grade]), signal } as const;
    const { updates, missing, answered, none } = await askFeeds(
      ids,
      (batch) => client.getPriceUpdatesAtTimestamp(time, batch, call),
      { isDoubtful: (id) => this.#feedsWithGaps.has(id) || !isOpenAt(id, time) },
    );
    const settled = none === null ? new Set([...answered, ...Object.keys(missing)]) : new Set(ids);
    const found = new Map<FeedId, HistoryRecord>();
    for (const { id, price, failure } of (await Promise.all(updates.map(judge))).flat()) {
      if (price && isPlausible(price, Date.now())) {
        found.set(id, withoutEarlierPrice(toRecord(id, time, price), time, closures(id)));
      } else if (failure) found.set(id, { id, at: time, gap: 'failed' });
    }
    const gapOf = (id: FeedId): Gap => {
      const reason = none ?? missing[id] ?? 'no-data';
      if (reason !== 'no-data') return reason;
      return isOpenAt(id, time) ? 'no-data' : 'closed';
    };
    return new Map(
      [...settled].map((id) => [id, found.get(id) ?? { id, at: time, gap: gapOf(id) }] as const),
    );
  }
}

function keyOf({ goal, time, withinSeconds, ids }: Task): string {
  return [goal, time, withinSeconds, ...ids].join(' ');
}

/** A price verified under another trust counts as unverified. */
function withCurrentTrust(record: HistoryRecord, trust: string): HistoryRecord {
  return 'gap' in record || record.trust === trust ? record : { ...record, trust: null };
}

/**
 * Stores a pause that grows with each failure, and the reason that rows show. The fallback alarm
 * resumes the requests.
 */
async function pauseAfterFailure(
  error: unknown,
  service: Pick<Service, 'pauseEndsAt'> | null,
): Promise<void> {
  const now = Date.now();
  const { reason, outcome } = describeFailure(error);
  const { failures } = await historyPause.getValue();
  if (error instanceof RequestPausedError) {
    // No request was sent: an earlier request caused the pause.
    await historyPause.setValue({ until: error.until, failures, reason });
    return;
  }
  let pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  if (outcome?.kind === 'refused') pauseMs = REFUSED_PAUSE_MS;
  const pausedUntil = await service?.pauseEndsAt();
  pauseMs = Math.max((pausedUntil ?? now) - now, pauseMs);
  await historyPause.setValue({ until: now + pauseMs, failures: failures + 1, reason });
}
