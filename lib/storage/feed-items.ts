import { browser } from 'wxt/browser';
import type { FeedId } from '../base/units.ts';
import type { Preparation } from './preparation.ts';
import { readItems, removeItems } from './read-ahead.ts';
import { watchArea, type Changes } from './watch-area.ts';

/** Values of one kind in session storage, by feed id. */
export interface FeedItems<T> {
  /** Reads the values of these feeds. Feeds with none, or a damaged one, are left out. */
  read: (ids: readonly FeedId[]) => Promise<Map<FeedId, T>>;
  /** The raw values in items of session storage. */
  rawIn: (stored: Record<string, unknown>) => RawValues;
  /** Loads what `valuesIn` needs for these raw values; `undefined` if it has everything. */
  prepare: (raw: RawValues) => Preparation;
  /** The same as `read`, from items that were already read. Await `prepare` first. */
  valuesIn: (raw: RawValues, ids: readonly FeedId[]) => Map<FeedId, T>;
  /** The raw items, for a write of several items in one step. */
  entries: (values: Iterable<readonly [id: FeedId, value: T]>) => Record<string, unknown>;
  remove: (ids: readonly FeedId[]) => Promise<void>;
  /** Removes all, also those of feeds that the caller does not know. */
  removeAll: () => Promise<void>;
  /** Calls back with the values that changed. Returns a function that stops it. */
  watch: (onChange: (changed: ReadonlyMap<FeedId, T | undefined>) => void) => () => void;
}

/** Values that are not checked yet, by feed id. */
type RawValues = ReadonlyMap<FeedId, unknown>;

interface FeedItemFormat<T> {
  /** Returns `undefined` for a missing or damaged value. */
  parse: (raw: unknown) => T | undefined;
  /** Loads what `parse` needs for a value; `undefined` if it has everything. */
  prepare?: (raw: unknown) => Preparation;
  /**
   * Stores each value as one JSON text. Browsers copy every item to every page: a text costs them
   * less than an object with many fields.
   */
  isText?: boolean;
}

// Looked up on use: importing this module must not touch a browser API.
const storage = () => browser.storage.session;

/**
 * Declares values with one key per feed, so that a tick writes and announces only the feeds that
 * changed. They have no version: session storage ends with the browser, and a text can be told from
 * what was stored before.
 */
export function defineFeedItems<T>(
  prefix: string,
  { parse, prepare: prepareValue = () => undefined, isText = false }: FeedItemFormat<T>,
): FeedItems<T> {
  const keysOf = (ids: readonly FeedId[]): string[] => ids.map((id) => prefix + id);

  const rawIn = (stored: Record<string, unknown>): RawValues => {
    const ours = Object.entries(stored).filter(([key]) => key.startsWith(prefix));
    return new Map(
      ours.map(([key, value]) => [key.slice(prefix.length), isText ? fromText(value) : value]),
    );
  };

  const prepare = (raw: RawValues): Preparation =>
    raw
      .values()
      .map((value) => prepareValue(value))
      .find((preparation) => preparation !== undefined);

  const valuesIn = (raw: RawValues, ids: readonly FeedId[]): Map<FeedId, T> => {
    const values = new Map<FeedId, T>();
    for (const id of ids) {
      const value = parse(raw.get(id));
      if (value !== undefined) values.set(id, value);
    }
    return values;
  };

  return {
    rawIn,
    prepare,
    valuesIn,
    read: async (ids) => {
      const raw = rawIn(await readItems('session', keysOf(ids)));
      await prepare(raw);
      return valuesIn(raw, ids);
    },
    entries: (values) =>
      Object.fromEntries(
        [...values].map(([id, value]) => [prefix + id, isText ? JSON.stringify(value) : value]),
      ),
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
        find: (changes) => {
          const raw = rawIn(newValuesOf(changes));
          return raw.size === 0 ? undefined : raw;
        },
        prepare,
        announce: (raw) => onChange(new Map([...raw].map(([id, value]) => [id, parse(value)]))),
      }),
  };
}

function newValuesOf(changes: Changes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([key, { newValue }]) => [key, newValue]));
}

/** An earlier version stored the value itself. `undefined` for a damaged text. */
function fromText(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}
