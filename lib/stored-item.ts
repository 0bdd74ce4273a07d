import { storage, type StorageItemKey } from 'wxt/utils/storage';
import { z } from './zod.ts';

/** A storage item whose value is checked on every way in: a stored value is input like any other. */
export interface StoredItem<T> {
  readonly key: StorageItemKey;
  readonly fallback: T;
  /** The stored value, or the fallback where there is none or it does not fit the schema. */
  getValue: () => Promise<T>;
  setValue: (value: T) => Promise<void>;
  /** Reads, changes and writes under a lock that all pages and the background share. */
  update: (change: (value: T) => T) => Promise<T>;
  /** Calls back with every new value and the one before; returns how to stop. */
  watch: (onChange: (value: T, before: T) => void) => () => void;
  /** Checks a raw value as it stands in extension storage. */
  parse: (raw: unknown) => T;
}

interface ItemOptions<T> {
  schema: z.ZodMiniType<T>;
  fallback: T;
}

/**
 * Declares one value in extension storage.
 *
 * @param key area and name, such as `local:watchlist`
 * @param options the schema it must fit and the value where it does not or where there is none
 */
export function defineStoredItem<T>(
  key: StorageItemKey,
  { schema, fallback }: ItemOptions<T>,
): StoredItem<T> {
  const parse = (raw: unknown): T => {
    if (raw === null || raw === undefined) return fallback;
    const result = schema.safeParse(raw);
    if (result.success) return result.data;
    reportOnce(key);
    return fallback;
  };
  const getValue = async (): Promise<T> => parse(await storage.getItem(key));
  const setValue = (value: T): Promise<void> => storage.setItem(key, value);

  return {
    key,
    fallback,
    parse,
    getValue,
    setValue,
    update: (change) =>
      withLock(key, async () => {
        const before = await getValue();
        const after = change(before);
        if (after !== before) await setValue(after);
        return after;
      }),
    watch: (onChange) =>
      storage.watch(key, (raw, before) => onChange(parse(raw), parse(before))),
  };
}

/** Runs one piece of work at a time for a name, across all pages and the background. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return (await navigator.locks.request(`pricelight:${name}`, work)) as T;
}

const reported = new Set<string>();

// The value itself stays out of the log: it may be a header.
function reportOnce(key: string): void {
  if (reported.has(key)) return;
  reported.add(key);
  console.warn(`The stored value of ${key} does not fit; its default is used.`);
}
