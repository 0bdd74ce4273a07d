import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Returns a function that opens a database at its first call, and again after it was closed. */
export function openOnce<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const reset = (): void => {
    opening = undefined;
  };
  return () =>
    (opening ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // This connection would block a newer version of the database.
      blocking: () => {
        void opening?.then((database) => database.close());
        reset();
      },
      terminated: reset,
    }).catch((error: unknown) => {
      reset();
      throw error;
    }));
}
