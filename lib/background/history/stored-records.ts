import { withoutEarlierPrice, type WasClosed } from '../../domain/history/place-in-time.ts';
import type { RecordStore } from '../../storage/history/records.ts';
import type { HistoryRecord } from '../../domain/history/sample.ts';
import { historyPause, historyStored } from '../../storage/values/history.ts';
import type { FeedId } from '../../base/units.ts';
import type { ProofRule, Task } from './next-task.ts';

export async function readRecords(
  { ids, time, withinSeconds }: Task,
  records: RecordStore,
  { trust, isRequired }: ProofRule,
  closures: (id: FeedId) => WasClosed,
): Promise<Map<FeedId, HistoryRecord>> {
  const stored = await records
    .firstOfEach(ids, time, time + withinSeconds)
    .catch(() => new Map<FeedId, HistoryRecord>());
  const known = new Map<FeedId, HistoryRecord>();
  for (const [id, record] of stored) {
    const current = withCurrentTrust(record, trust);
    if (isRequired && !('gap' in current) && current.trust === null) continue;
    // Earlier versions stored prices of any time.
    known.set(id, withoutEarlierPrice(current, time, closures(id)));
  }
  return known;
}

/** A sample verified under another trust counts as unverified. */
function withCurrentTrust(record: HistoryRecord, trust: string): HistoryRecord {
  return 'gap' in record || record.trust === trust ? record : { ...record, trust: null };
}

export async function storeRecords(
  fetched: readonly HistoryRecord[],
  records: RecordStore,
): Promise<void> {
  await records.write(fetched).catch(() => console.warn('Past prices could not be stored.'));
  await historyStored.update((stored) => ({ ...stored, askedAt: Date.now() }));
  await historyPause.update((pause) => (pause.reason !== null ? historyPause.fallback : pause));
}
