import { isRetryable } from '@/lib/domain/history/past-price.ts';
import { isUnverified, type RecordStore } from '@/lib/storage/history/records.ts';
import { gapsOf, type HistoryRecord } from '@/lib/domain/history/collected-price.ts';
import { timesToDrop } from '@/lib/domain/history/thinning.ts';

/** Records in memory, because there is no IndexedDB outside of a browser. */
export function memoryRecords(): RecordStore & { all: () => HistoryRecord[]; writes: number } {
  const stored = new Map<string, HistoryRecord>();
  const all = (): HistoryRecord[] => [...stored.values()].toSorted((a, b) => a.at - b.at);
  const of = (id: string, from: number, to: number): HistoryRecord[] =>
    all().filter((record) => record.id === id && record.at >= from && record.at <= to);
  const drop = (dropped: (record: HistoryRecord) => boolean): void => {
    for (const [key, record] of stored) if (dropped(record)) stored.delete(key);
  };
  const store = {
    all,
    writes: 0,
    async write(records: readonly HistoryRecord[]) {
      store.writes += 1;
      for (const record of records) stored.set(`${record.id} ${record.at}`, record);
    },
    async firstOfEach(ids: readonly string[], from: number, to: number) {
      const found = ids.flatMap((id) => of(id, from, to).slice(0, 1));
      return new Map(found.map((record) => [record.id, record]));
    },
    async read(id: string, from: number, to: number) {
      return of(id, from, to);
    },
    async thin(followed: readonly string[], nowSeconds: number) {
      for (const id of new Set(all().map((record) => record.id))) {
        const known = of(id, -Infinity, Infinity);
        const times = known.map(({ at }) => at);
        const dropped = followed.includes(id)
          ? timesToDrop(times, nowSeconds, gapsOf(known))
          : times;
        drop((record) => record.id === id && dropped.includes(record.at));
      }
    },
    async deleteUnverified(requiredTrust: string | null) {
      drop((record) => isUnverified(record, requiredTrust));
    },
    async deleteRetryableGaps(ids: readonly string[]) {
      drop((record) => 'gap' in record && isRetryable(record.gap) && ids.includes(record.id));
    },
    async deleteAll() {
      stored.clear();
    },
  };
  return store;
}
