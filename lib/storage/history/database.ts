import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { HistoryRecord } from '../../domain/history/sample.ts';

interface Schema extends DBSchema {
  records: { key: [id: FeedId, at: UnixSeconds]; value: HistoryRecord };
}

export type HistoryDatabase = IDBPDatabase<Schema>;

let opening: Promise<HistoryDatabase> | undefined;

/** By feed and time. Opened at the first call. */
export function openHistory(): Promise<HistoryDatabase> {
  opening ??= openDB<Schema>('history', 1, {
    upgrade(database) {
      database.createObjectStore('records', { keyPath: ['id', 'at'] });
    },
    // This connection would block a newer version of the database.
    blocking: close,
    terminated: reset,
  }).catch((error: unknown) => {
    reset();
    throw error;
  });
  return opening;
}

function close(): void {
  void opening?.then((database) => database.close());
  reset();
}

function reset(): void {
  opening = undefined;
}
