import { browser } from 'wxt/browser';
import type { FeedId } from '../units.ts';
import type { Preparation } from './preparation.ts';
import { readItems, removeItems } from './read-ahead.ts';
import { watchArea, type Changes } from './watch-area.ts';

/** Values of one kind in session storage, by feed id. */
export interface FeedItems<T> {
  /** Reads the values of these feeds. Feeds with none, or a damaged one, are left out. */
  read: (ids: readonly FeedId[]) => Promise<Map<FeedId, T>>;
  /** Loads what `valuesIn` needs for these items; `undefined` if it has everything. */
  prepare: (stored: Record<string, unknown>) => Preparation;
  /** The same as `read`, from items that were already read. Await `prepare` first. */
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
 * @param prepareValue loads what `parse` needs for a value; `undefined` if it has everything
 */
export function defineFeedItems<T>(
  prefix: string,
  parse: (raw: unknown) => T | undefined,
  prepareValue: (raw: unknown) => Preparation = () => undefined,
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

  const prepare = (stored: Record<string, unknown>): Preparation => {
    for (const [key, value] of Object.entries(stored)) {
      const preparation = key.startsWith(prefix) ? prepareValue(value) : undefined;
      if (preparation) return preparation;
    }
    return undefined;
  };

  return {
    prepare,
    valuesIn,
    read: async (ids) => {
      const stored = await readItems('session', keysOf(ids));
      await prepare(stored);
      return valuesIn(stored, ids);
    },
    entries: (values) => Object.fromEntries([...values].map(([id, value]) => [prefix + id, value])),
    remove: (ids) => removeItems('session', keysOf(ids)),
    removeAll: async () => {
      const keys = Object.keys(await storage().get(null));
      await removeItems(
        'session',
        keys.filter((key) => key.startsWith(prefix)),
      );
    },
    watch: (onChange) =>
      watchArea('session', {
        find: (changes) => newValuesOf(changes, prefix),
        prepare,
        announce: (values) => {
          const ours = Object.entries(values);
          onChange(new Map(ours.map(([key, value]) => [key.slice(prefix.length), parse(value)])));
        },
      }),
  };
}

/** The new raw values of changed keys with this prefix; `undefined` if none changed. */
function newValuesOf(changes: Changes, prefix: string): Record<string, unknown> | undefined {
  const ours = Object.entries(changes).filter(([key]) => key.startsWith(prefix));
  if (ours.length === 0) return undefined;
  return Object.fromEntries(ours.map(([key, { newValue }]) => [key, newValue]));
}
