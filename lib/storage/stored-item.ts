import { browser } from 'wxt/browser';
import { StorageWriteError } from './storage-write-error.ts';
import { z } from '../zod.ts';

/** Storage area and name, such as `local:watchlist`. */
export type StorageKey = `${'local' | 'session'}:${string}`;

/** A storage item whose value is checked on every way in: a stored value is input like any other. */
export interface StoredItem<T> {
  /** Its key within its storage area. */
  readonly key: string;
  readonly fallback: T;
  /** The stored value; the fallback where there is none, or in place of what does not fit. */
  getValue: () => Promise<T>;
  /** @throws StorageWriteError */
  setValue: (value: T) => Promise<void>;
  /**
   * Reads, changes and writes under a lock that all pages and the background share.
   *
   * @throws StorageWriteError
   */
  update: (change: (value: T) => T) => Promise<T>;
  /** Calls back with every new value and the one before; returns how to stop. */
  watch: (onChange: (value: T, before: T) => void) => () => void;
  /** Checks a raw value as it stands in extension storage. */
  parse: (raw: unknown) => T;
}

interface ItemOptions<T> {
  schema: z.ZodMiniType<T>;
  fallback: T;
  /** Its parts make sense only together: where one does not fit, none is used. */
  isWhole?: boolean;
}

/**
 * Declares one value in extension storage. Of an object, a part that is damaged, missing or of
 * another version costs that part: an entry of a map is left out, a field gets its fallback.
 *
 * @param options the schema it must fit and the value where it does not or where there is none
 */
export function defineStoredItem<T>(
  location: StorageKey,
  { schema, fallback, isWhole = false }: ItemOptions<T>,
): StoredItem<T> {
  const isSession = location.startsWith('session:');
  const key = location.slice(location.indexOf(':') + 1);
  // Looked up when it is used: a module that is only imported touches no browser API.
  const area = () => (isSession ? browser.storage.session : browser.storage.local);
  const parse = (raw: unknown): T => {
    if (raw === null || raw === undefined) return fallback;
    const result = schema.safeParse(raw);
    if (result.success) return result.data;
    reportOnce(key);
    const mended = isWhole ? null : mend(raw, fallback, result.error.issues);
    return (mended && schema.safeParse(mended).data) ?? fallback;
  };
  const getValue = async (): Promise<T> => parse((await area().get(key))[key]);
  const setValue = async (value: T): Promise<void> => {
    try {
      await area().set({ [key]: value });
    } catch (cause) {
      throw new StorageWriteError(`${key} could not be stored.`, { cause });
    }
  };

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
    watch: (onChange) => {
      const listener = (changes: Record<string, { newValue?: unknown; oldValue?: unknown }>) => {
        const change = changes[key];
        if (change) onChange(parse(change.newValue), parse(change.oldValue));
      };
      area().onChanged.addListener(listener);
      return () => area().onChanged.removeListener(listener);
    },
  };
}

/** The object with the fallback's parts in place of those that do not fit, without the rest of them. */
function mend(
  raw: unknown,
  fallback: unknown,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> | null {
  if (!isMap(raw) || !isMap(fallback)) return null;
  const mended = { ...raw };
  for (const { path } of issues) {
    const part = String(path[0]);
    if (Object.hasOwn(fallback, part)) mended[part] = fallback[part];
    else delete mended[part];
  }
  return mended;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Runs one piece of work at a time for a name, across all pages and the background. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`pricelight:${name}`, work);
}

const reported = new Set<string>();

// The value itself stays out of the log: it may be a header.
function reportOnce(key: string): void {
  if (reported.has(key)) return;
  reported.add(key);
  console.warn(`The stored value of ${key} does not fit; its default is used.`);
}
