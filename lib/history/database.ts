import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { HistoryRecord } from './sample.ts';

interface Schema extends DBSchema {
  records: { key: [id: string, at: number]; value: HistoryRecord };
}

export type HistoryDatabase = IDBPDatabase<Schema>;

let opening: Promise<HistoryDatabase> | undefined;

/** The database of records, by feed and place in time; opened at its first use. */
export function openHistory(): Promise<HistoryDatabase> {
  opening ??= openDB<Schema>('history', 1, {
    upgrade(database) {
      database.createObjectStore('records', { keyPath: ['id', 'at'] });
    },
    // Another page's newer version waits for this one to let go.
    blocking: close,
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

function close(): void {
  void opening?.then((database) => database.close());
  forget();
}

function forget(): void {
  opening = undefined;
}
