import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { isRetryable } from '../../domain/history/past-price.ts';
import { gapsOf, parseRecords, type HistoryRecord } from '../../domain/history/collected-price.ts';
import { crowdedDays, THINNED_FROM_SECONDS, timesToDrop } from '../../domain/history/thinning.ts';
import type { DBSchema, IDBPDatabase } from 'idb';
import { openOnce } from '../open-once.ts';

/** Past prices in IndexedDB, by feed id and time. */
export const historyRecords = {
  /** Writes in one transaction. Replaces records of the same feed and time. */
  async write(records: readonly HistoryRecord[]): Promise<void> {
    const { store, done } = (await openHistory()).transaction('records', 'readwrite');
    await Promise.all([...records.map((record) => store.put(record)), done]);
  },

  /** Each feed's first record in a range. */
  async firstOfEach(
    ids: readonly FeedId[],
    from: UnixSeconds,
    to: UnixSeconds,
  ): Promise<Map<FeedId, HistoryRecord>> {
    const { store } = (await openHistory()).transaction('records');
    const found = await Promise.all(ids.map((id) => store.getAll(keysBetween(id, from, to), 1)));
    return new Map(parseRecords(found.flat()).map((record) => [record.id, record]));
  },

  /** One feed's records in a range, in order. */
  async read(id: FeedId, from: UnixSeconds, to: UnixSeconds): Promise<HistoryRecord[]> {
    return parseRecords(await (await openHistory()).getAll('records', keysBetween(id, from, to)));
  },

  /** Deletes records that are too old or too dense, and those of other feeds. */
  async thin(followed: readonly FeedId[], nowSeconds: UnixSeconds): Promise<void> {
    const database = await openHistory();
    const wanted = new Set(followed);
    for (const id of await knownFeeds(database)) {
      if (wanted.has(id)) await thinFeed(database, id, nowSeconds);
      else await database.delete('records', keysBetween(id, -Infinity, Infinity));
    }
  },

  /**
   * Deletes gaps where verification failed, and prices not verified under this trust. `null`
   * deletes no prices.
   */
  deleteUnverified: (requiredTrust: string | null): Promise<void> =>
    deleteRecords([undefined], (record) => !record || isUnverified(record, requiredTrust)),

  /** Deletes gaps that another request may fill, see `isRetryable`. */
  deleteRetryableGaps: (ids: readonly FeedId[]): Promise<void> =>
    deleteRecords(
      ids.map((id) => keysBetween(id, -Infinity, Infinity)),
      (record) => record !== undefined && 'gap' in record && isRetryable(record.gap),
    ),

  async deleteAll(): Promise<void> {
    await (await openHistory()).clear('records');
  },
};

export type RecordStore = typeof historyRecords;

export function isUnverified(record: HistoryRecord, requiredTrust: string | null): boolean {
  if ('gap' in record) return record.gap === 'failed';
  return requiredTrust !== null && record.trust !== requiredTrust;
}

/** @param isObsolete called with each record; `undefined` for a damaged one */
async function deleteRecords(
  ranges: ReadonlyArray<IDBKeyRange | undefined>,
  isObsolete: (record: HistoryRecord | undefined) => boolean,
): Promise<void> {
  const { store, done } = (await openHistory()).transaction('records', 'readwrite');
  for (const range of ranges) {
    let cursor = await store.openCursor(range);
    while (cursor) {
      if (isObsolete(parseRecords([cursor.value])[0])) await cursor.delete();
      cursor = await cursor.continue();
    }
  }
  await done;
}

function keysBetween(id: FeedId, from: UnixSeconds, to: UnixSeconds): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

async function knownFeeds(database: HistoryDatabase): Promise<string[]> {
  const ids: FeedId[] = [];
  let cursor = await database.transaction('records').store.openKeyCursor();
  while (cursor) {
    const [id] = cursor.key;
    ids.push(id);
    // No record has this time, so the cursor skips to the next feed.
    cursor = await cursor.continue([id, Infinity]);
  }
  return ids;
}

async function thinFeed(
  database: HistoryDatabase,
  id: FeedId,
  nowSeconds: UnixSeconds,
): Promise<void> {
  const { store, done } = database.transaction('records', 'readwrite');
  const keys = await store.getAllKeys(
    keysBetween(id, -Infinity, nowSeconds - THINNED_FROM_SECONDS),
  );
  const times = keys.map(([, at]) => at);
  const days = crowdedDays(times, nowSeconds);
  // Reads only the crowded days: there may be hundreds of other records.
  const crowded = days ? parseRecords(await store.getAll(keysBetween(id, ...days))) : [];
  const deleted = timesToDrop(times, nowSeconds, gapsOf(crowded));
  await Promise.all([...deleted.map((at) => store.delete([id, at])), done]);
}

interface Schema extends DBSchema {
  records: { key: [id: FeedId, at: UnixSeconds]; value: HistoryRecord };
}

type HistoryDatabase = IDBPDatabase<Schema>;

const openHistory = openOnce<Schema>('history', (database) => {
  database.createObjectStore('records', { keyPath: ['id', 'at'] });
});
