import { browser } from 'wxt/browser';
import type { FeedId } from '../units.ts';
import { readItems, removeItems } from './read-ahead.ts';

/** Values of one kind in session storage, by feed id. */
export interface FeedItems<T> {
  /** Reads the values of these feeds. Feeds with none, or a damaged one, are left out. */
  read: (ids: readonly FeedId[]) => Promise<Map<FeedId, T>>;
  /** The same, from items that were already read. */
  valuesIn: (stored: Record<string, unknown>, ids: readonly FeedId[]) => Map<FeedId, T>;
  /** The raw items, for a write of several items in one step. */
  entries: (values: Iterable<readonly [id: FeedId, value: T]>) => Record<string, unknown>;
  remove: (ids: readonly FeedId[]) => Promise<void>;
  /** Removes all, also those of feeds that the caller does not know. */
  removeAll: () => Promise<void>;
  /** Calls back with the values that changed. Returns a function that stops it. */
  watch: (onChange: (changed: ReadonlyMap<FeedId, T | undefined>) => void) => () => void;
}

// Looked up on use: importing this module must not touch a browser API.
const storage = () => browser.storage.session;

/**
 * Declares values with one key per feed, so that a tick writes and announces only the feeds that
 * changed. They have no version: browsers empty session storage at an update.
 *
 * @param parse returns `undefined` for a missing or damaged value
 */
export function defineFeedItems<T>(
  prefix: string,
  parse: (raw: unknown) => T | undefined,
): FeedItems<T> {
  const keysOf = (ids: readonly FeedId[]): string[] => ids.map((id) => prefix + id);
  const valuesIn = (stored: Record<string, unknown>, ids: readonly FeedId[]): Map<FeedId, T> => {
    const values = new Map<FeedId, T>();
    for (const id of ids) {
      const value = parse(stored[prefix + id]);
      if (value !== undefined) values.set(id, value);
    }
    return values;
  };

  return {
    valuesIn,
    read: async (ids) => valuesIn(await readItems('session', keysOf(ids)), ids),
    entries: (values) => Object.fromEntries([...values].map(([id, value]) => [prefix + id, value])),
    remove: (ids) => removeItems('session', keysOf(ids)),
    removeAll: async () => {
      const keys = Object.keys(await storage().get(null));
      await removeItems(
        'session',
        keys.filter((key) => key.startsWith(prefix)),
      );
    },
    watch: (onChange) => {
      const listener = (changes: Record<string, { newValue?: unknown }>): void => {
        const changed = new Map<FeedId, T | undefined>();
        for (const [key, { newValue }] of Object.entries(changes)) {
          if (key.startsWith(prefix)) changed.set(key.slice(prefix.length), parse(newValue));
        }
        if (changed.size > 0) onChange(changed);
      };
      storage().onChanged.addListener(listener);
      return () => storage().onChanged.removeListener(listener);
    },
  };
}
