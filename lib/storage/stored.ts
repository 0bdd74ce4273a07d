import type { z } from '../base/zod.ts';
import type { PlainKey } from '../base/locale/t.ts';
import { currentVersion, type Migration } from '../base/migrate.ts';
import { withLock } from './lock.ts';
import { readItems, writeItems } from './areas.ts';
import { NewerVersionError, StorageWriteError } from './storage-write-error.ts';
import { migrateStored, versionOf, withVersion } from './versioned.ts';
import { watchArea } from './watch-area.ts';
import { isMap } from '../base/is-map.ts';

type Area = 'local' | 'session';

/** Such as `local:watchlist`. */
export type StorageKey = `${Area}:${string}`;

/** Who else needs a value. `firstPaint`: the popup's first render; `options`: that of the options. */
export type Use = 'firstPaint' | 'options' | 'backup';

export interface Declaration<T> {
  schema: z.ZodMiniType<T>;
  fallback: NoInfer<T>;
  /** Accepts only what fits the schema. For large maps: it is ten times faster than the schema. */
  isFit?: (value: unknown) => value is T;
  /** Whether it is stored as one JSON text: browsers copy a large map of maps ten times slower. */
  isText?: boolean;
  /** The value's parts make sense only together: one invalid part discards the whole value. */
  isWhole?: boolean;
  /**
   * The n-th migration turns version n into n + 1. A schema that rejects earlier values needs a new
   * migration. Released migrations never change.
   */
  migrations?: readonly Migration[];
  uses?: readonly Use[];
  /** What pages call it. A backup has each value with a title among its settings, by its key. */
  title?: PlainKey;
}

/** The reading half of a stored item. */
export interface ReadableItem<T> {
  readonly area: Area;
  /** Within its storage area. */
  readonly key: string;
  readonly fallback: T;
  /** Schema of the current version. */
  readonly schema: z.ZodMiniType<T>;
  readonly uses: readonly Use[];
  readonly title: PlainKey | undefined;
  /** The fallback replaces a missing value or invalid parts. */
  getValue: () => Promise<T>;
  /** Calls back with every new value and the one before. Returns a function that stops watching. */
  watch: (onChange: (value: T, before: T) => void) => () => void;
  /** Migrates and checks a raw value. */
  parse: (raw: unknown) => T;
  /** Migrates without a check. `undefined` if this fails or if the value is a newer version's. */
  migrate: (raw: unknown) => unknown;
  isNewer: (raw: unknown) => boolean;
  /** A newer version's value counts as missing. */
  isValueNewer: () => Promise<boolean>;
}

/** A stored value is checked on every read, like any other input. */
export interface StoredItem<T> extends ReadableItem<T> {
  /** Replaces any stored value. @throws StorageWriteError */
  setValue: (value: T) => Promise<void>;
  /**
   * Reads, changes and writes under a lock of all pages and the worker. Resolves with the value
   * before and after.
   * @throws StorageWriteError; NewerVersionError instead of overwriting a newer version's value
   */
  update: (change: (value: T) => T) => Promise<{ before: T; after: T }>;
  /** The raw item, for writing several items in one step. */
  entry: (value: T) => Record<string, unknown>;
}

/**
 * Declares one stored value. A damaged field gets its fallback, and a damaged entry of a map is
 * left out. After a downgrade, a newer version's value counts as missing but stays stored until it
 * is replaced as a whole.
 */
export function stored<T>(location: StorageKey, declaration: Declaration<T>): StoredItem<T> {
  const { fallback, migrations, uses = [], title } = declaration;
  const area = location.startsWith('session:') ? 'session' : 'local';
  const key = location.slice(location.indexOf(':') + 1);
  const version = currentVersion(migrations);
  const parse = (raw: unknown): T => parseStored(key, raw, declaration);
  const isNewer = (raw: unknown): boolean => versionOf(raw) > version;
  const read = async (): Promise<unknown> => (await readItems(area, [key]))[key];
  const entry = (value: T) => ({
    [key]: withVersion(declaration.isText ? JSON.stringify(value) : value, version),
  });
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
    title,
    parse,
    migrate: (raw) => migrated(raw, declaration),
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
        if (after === before) return { before, after };
        if (isNewer(raw)) throw new NewerVersionError(`${key} is of a newer version.`);
        await setValue(after);
        return { before, after };
      }),
    watch: (onChange) =>
      watchArea(area, ({ [key]: change }) => {
        if (change) onChange(parse(change.newValue), parse(change.oldValue));
      }),
  };
}

function migrated<T>(raw: unknown, { migrations, isText }: Declaration<T>): unknown {
  const value = migrateStored(raw, migrations);
  if (!isText || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The fallback replaces invalid parts. */
function parseStored<T>(key: string, raw: unknown, declaration: Declaration<T>): T {
  const { schema, fallback, isFit, isWhole = false } = declaration;
  if (raw === null || raw === undefined) return fallback;
  const value = migrated(raw, declaration);
  if (isFit?.(value)) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  reportOnce(key);
  const mended = isWhole ? null : mend(value, fallback, result.error.issues);
  return (mended && schema.safeParse(mended).data) ?? fallback;
}

/** Fields of the fallback replace invalid ones; other invalid keys are removed. */
function mend(
  value: unknown,
  fallback: unknown,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> | null {
  if (!isMap(value) || !isMap(fallback)) return null;
  const mended = { ...value };
  for (const { path } of issues) {
    const part = String(path[0]);
    if (Object.hasOwn(fallback, part)) mended[part] = fallback[part];
    else delete mended[part];
  }
  return mended;
}

const reported = new Set<string>();

// Does not log the value, which may be a header.
function reportOnce(key: string): void {
  if (reported.has(key)) return;
  reported.add(key);
  console.warn(`The stored value of ${key} does not fit; its default is used.`);
}
