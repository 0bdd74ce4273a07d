import { openHistory, type HistoryDatabase } from './database.ts';
import { isPassing } from './past-price.ts';
import { parseRecords, type HistoryRecord } from './sample.ts';
import { THINNED_FROM_SECONDS, timesToDrop } from './thinning.ts';

/** What the background keeps of the past. Times are unix seconds. */
export interface RecordStore {
  /** Writes in one step; a record at the same place is replaced. */
  write: (records: readonly HistoryRecord[]) => Promise<void>;
  /** Each feed's first record from `from` to `to`, where it has one. */
  firstOfEach: (
    ids: readonly string[],
    from: number,
    to: number,
  ) => Promise<Map<string, HistoryRecord>>;
  /** One feed's records from `from` to `to`, in order. */
  read: (id: string, from: number, to: number) => Promise<HistoryRecord[]>;
  /** Drops what is too old or too dense, and all of other feeds than these. */
  thin: (followed: readonly string[], nowSeconds: number) => Promise<void>;
  /**
   * Drops what may be otherwise by now: what failed verification, and, where proofs are required,
   * what was not proven under this trust.
   */
  forgetDoubtful: (requiredTrust: string | null) => Promise<void>;
  /** Drops the gaps of these feeds that another try may fill, see `isPassing`. */
  forgetPassingGaps: (ids: readonly string[]) => Promise<void>;
  forgetAll: () => Promise<void>;
}

/** The records in the browser's own database. */
export const historyRecords: RecordStore = {
  async write(records) {
    const { store, done } = (await openHistory()).transaction('records', 'readwrite');
    await Promise.all([...records.map((record) => store.put(record)), done]);
  },

  async firstOfEach(ids, from, to) {
    const { store } = (await openHistory()).transaction('records');
    const found = await Promise.all(ids.map((id) => store.getAll(placesOf(id, from, to), 1)));
    return new Map(parseRecords(found.flat()).map((record) => [record.id, record]));
  },

  async read(id, from, to) {
    return parseRecords(await (await openHistory()).getAll('records', placesOf(id, from, to)));
  },

  async thin(followed, nowSeconds) {
    const database = await openHistory();
    const wanted = new Set(followed);
    for (const id of await knownFeeds(database)) {
      if (wanted.has(id)) await thinFeed(database, id, nowSeconds);
      else await database.delete('records', placesOf(id, -Infinity, Infinity));
    }
  },

  async forgetDoubtful(requiredTrust) {
    const { store, done } = (await openHistory()).transaction('records', 'readwrite');
    let cursor = await store.openCursor();
    while (cursor) {
      const [record] = parseRecords([cursor.value]);
      if (!record || isDoubtful(record, requiredTrust)) await cursor.delete();
      cursor = await cursor.continue();
    }
    await done;
  },

  async forgetPassingGaps(ids) {
    const { store, done } = (await openHistory()).transaction('records', 'readwrite');
    for (const id of ids) {
      let cursor = await store.openCursor(placesOf(id, -Infinity, Infinity));
      while (cursor) {
        const [record] = parseRecords([cursor.value]);
        if (record && 'gap' in record && isPassing(record.gap)) await cursor.delete();
        cursor = await cursor.continue();
      }
    }
    await done;
  },

  async forgetAll() {
    await (await openHistory()).clear('records');
  },
};

/** Whether a record may be otherwise by now, see `RecordStore.forgetDoubtful`. */
export function isDoubtful(record: HistoryRecord, requiredTrust: string | null): boolean {
  if ('gap' in record) return record.gap === 'failed';
  return requiredTrust !== null && record.trust !== requiredTrust;
}

function placesOf(id: string, from: number, to: number): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

async function knownFeeds(database: HistoryDatabase): Promise<string[]> {
  const ids: string[] = [];
  let cursor = await database.transaction('records').store.openKeyCursor();
  while (cursor) {
    const [id] = cursor.key;
    ids.push(id);
    // No place in time comes after infinity: on to the next feed.
    cursor = await cursor.continue([id, Infinity]);
  }
  return ids;
}

async function thinFeed(database: HistoryDatabase, id: string, nowSeconds: number): Promise<void> {
  const { store, done } = database.transaction('records', 'readwrite');
  const keys = await store.getAllKeys(placesOf(id, -Infinity, nowSeconds - THINNED_FROM_SECONDS));
  const dropped = timesToDrop(
    keys.map(([, at]) => at),
    nowSeconds,
  );
  await Promise.all([...dropped.map((at) => store.delete([id, at])), done]);
}
