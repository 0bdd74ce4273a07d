import type { z } from '../base/zod.ts';
import { currentVersion } from '../base/migrate.ts';
import { withLock } from './lock.ts';
import { parseStored, type StoredFormat } from './parse-stored.ts';
import { readItems, writeItems } from './read-ahead.ts';
import { NewerVersionError, StorageWriteError } from './storage-write-error.ts';
import { migrateStored, versionOf, withVersion } from './versioned.ts';
import { watchArea } from './watch-area.ts';

type Area = 'local' | 'session';

/** Storage area and name, such as `local:watchlist`. */
export type StorageKey = `${Area}:${string}`;

/**
 * Who needs a value besides the code that names it. `firstPaint`: the popup's first render shows it;
 * `workerStart`: every start of the worker reads it; `backup`: a backup contains it.
 */
export type Use = 'firstPaint' | 'workerStart' | 'backup';

/** Everything that is known of one value in extension storage. */
export interface Declaration<T> extends StoredFormat<T> {
  uses?: readonly Use[];
}

/** The reading half of a stored item. */
export interface ReadableItem<T> {
  readonly area: Area;
  /** Its key within its storage area. */
  readonly key: string;
  readonly fallback: T;
  /** What a value of the current version is like. */
  readonly schema: z.ZodMiniType<T>;
  readonly uses: readonly Use[];
  /** The stored value; the fallback if there is none, or in place of the parts that do not fit. */
  getValue: () => Promise<T>;
  /** Calls back with every new value and the one before. Returns a function that stops it. */
  watch: (onChange: (value: T, before: T) => void) => () => void;
  /** Migrates and checks a raw value from the storage area. */
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
export function stored<T>(location: StorageKey, declaration: Declaration<T>): StoredItem<T> {
  const { fallback, migrations, uses = [] } = declaration;
  const area = location.startsWith('session:') ? 'session' : 'local';
  const key = location.slice(location.indexOf(':') + 1);
  const version = currentVersion(migrations);
  const parse = (raw: unknown): T => parseStored(key, raw, declaration);
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
    fallback,
    schema: declaration.schema,
    uses,
    parse,
    migrate: (raw) => migrateStored(raw, migrations),
    isNewer,
    isValueNewer: async () => isNewer(await read()),
    entry,
    getValue: async () => parse(await read()),
    setValue,
    update: (change) =>
      withLock(key, async () => {
        const raw = await read();
        const before = parse(raw);
        const after = change(before);
        if (after === before) return after;
        if (isNewer(raw)) throw new NewerVersionError(`${key} is of a newer version.`);
        await setValue(after);
        return after;
      }),
    watch: (onChange) =>
      watchArea(area, ({ [key]: change }) => {
        if (change) onChange(parse(change.newValue), parse(change.oldValue));
      }),
  };
}
