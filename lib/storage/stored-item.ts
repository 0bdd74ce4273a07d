import { currentVersion } from '../base/migrate.ts';
import { parseStored, prepareStored, type StoredFormat } from './parse-stored.ts';
import type { Preparation } from './preparation.ts';
import { forgetAhead, readItems, writeItems } from './read-ahead.ts';
import { NewerVersionError, StorageWriteError } from './storage-write-error.ts';
import { migrateStored, versionOf, withVersion } from './versioned.ts';
import { watchArea } from './watch-area.ts';

type Area = 'local' | 'session';

/** Storage area and name, such as `local:watchlist`. */
export type StorageKey = `${Area}:${string}`;

/** The reading half of a stored item. */
export interface ReadableItem<T> {
  readonly area: Area;
  /** Its key within its storage area. */
  readonly key: string;
  readonly fallback: T;
  /** The stored value; the fallback if there is none, or in place of the parts that do not fit. */
  getValue: () => Promise<T>;
  /** Calls back with every new value and the one before. Returns a function that stops it. */
  watch: (onChange: (value: T, before: T) => void) => () => void;
  /** Loads what `parse` needs for this raw value; `undefined` if it has everything. */
  prepare: (raw: unknown) => Preparation;
  /** Migrates and checks a raw value from the storage area. Await `prepare` first. */
  parse: (raw: unknown) => T;
  /** Only migrates a raw value. `undefined` if that fails or if the value is a newer version's. */
  migrate: (raw: unknown) => unknown;
  /** Whether a newer version of Pricelight stored this raw value. */
  isNewer: (raw: unknown) => boolean;
  /** Whether a newer version of Pricelight stored the value, which then counts as missing. */
  isValueNewer: () => Promise<boolean>;
}

/** A value in extension storage that is checked on every read: it is input like any other. */
export interface StoredItem<T> extends ReadableItem<T> {
  /** Stores a new value, whatever was stored before. @throws StorageWriteError */
  setValue: (value: T) => Promise<void>;
  /**
   * Reads, changes and writes under a lock that all pages and the worker share.
   *
   * @throws StorageWriteError; NewerVersionError instead of overwriting a newer version's value
   */
  update: (change: (value: T) => T) => Promise<T>;
  /** The raw item, for a write of several items in one step. */
  entry: (value: T) => Record<string, unknown>;
}

/**
 * Declares one value in extension storage. If part of an object is damaged or missing, the rest
 * still counts: a field gets its fallback, an entry of a map is left out.
 *
 * After a downgrade, a value that the newer version of Pricelight stored counts as missing. It stays
 * in storage until it is replaced as a whole.
 */
export function defineStoredItem<T>(location: StorageKey, format: StoredFormat<T>): StoredItem<T> {
  const area = location.startsWith('session:') ? 'session' : 'local';
  const key = location.slice(location.indexOf(':') + 1);
  const version = currentVersion(format.migrations);
  const parse = (raw: unknown): T => parseStored(key, raw, format);
  const prepare = (raw: unknown) => prepareStored(raw, format);
  const isNewer = (raw: unknown): boolean => versionOf(raw) > version;
  const read = async (): Promise<unknown> => (await readItems(area, [key]))[key];
  const entry = (value: T) => ({ [key]: withVersion(value, version) });
  const setValue = async (value: T): Promise<void> => {
    try {
      await writeItems(area, entry(value));
    } catch (cause) {
      throw new StorageWriteError(`${key} could not be stored.`, { cause });
    }
  };

  return {
    area,
    key,
    fallback: format.fallback,
    prepare,
    parse,
    migrate: (raw) => migrateStored(raw, format.migrations),
    isNewer,
    isValueNewer: async () => isNewer(await read()),
    entry,
    getValue: async () => {
      const raw = await read();
      await prepare(raw);
      return parse(raw);
    },
    setValue,
    update: (change) =>
      withLock(key, async () => {
        const raw = await read();
        await prepare(raw);
        const before = parse(raw);
        const after = change(before);
        if (after === before) return after;
        if (isNewer(raw)) throw new NewerVersionError(`${key} is of a newer version.`);
        await setValue(after);
        return after;
      }),
    watch: (onChange) =>
      watchArea(area, {
        find: (changes) => changes[key],
        prepare: ({ newValue, oldValue }) => prepare(newValue) ?? prepare(oldValue),
        announce: ({ newValue, oldValue }) => onChange(parse(newValue), parse(oldValue)),
      }),
  };
}

/** Runs one piece of work at a time for a name, across all pages and the worker. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, () => {
    // Another page or worker may have written the item a moment ago.
    forgetAhead([name]);
    return work();
  });
}
