import { browser } from 'wxt/browser';
import type { FeedId } from '../base/units.ts';
import type { z } from '../base/zod.ts';
import { readItems, removeItems } from './areas.ts';
import { watchArea } from './watch-area.ts';

interface Declaration<T> {
  /** A damaged value counts as missing. */
  schema: z.ZodMiniType<T>;
  /** Accepts only what fits the schema. Optional: it is faster. */
  isFit?: (value: unknown) => value is T;
  /** Stores each value as a text, which browsers copy to every page faster than an object. */
  text?: { write: (value: T) => string; read: (text: string) => unknown };
}

// Looked up on use: importing this module must not touch a browser API.
const storage = () => browser.storage.session;

/**
 * One key per feed, so that a tick writes and announces only changed feeds. Values need no
 * version, because session storage ends with the browser.
 */
export function storedByFeed<T>(
  location: `session:${string}:`,
  { schema, isFit, text }: Declaration<T>,
) {
  const prefix = location.slice('session:'.length);
  const keysOf = (ids: readonly FeedId[]): string[] => ids.map((id) => prefix + id);
  const isOurs = (key: string): boolean => key.startsWith(prefix);

  const parse = (raw: unknown): T | undefined => {
    if (raw === undefined) return undefined;
    const value = text ? valueIn(raw, text) : raw;
    return isFit?.(value) ? value : schema.safeParse(value).data;
  };

  /** Like `read`, but from items that were already read. */
  const valuesIn = (
    items: Readonly<Record<string, unknown>>,
    ids: readonly FeedId[],
  ): Map<FeedId, T> =>
    new Map(
      ids.flatMap((id) => {
        const value = parse(items[prefix + id]);
        return value === undefined ? [] : [[id, value] as const];
      }),
    );

  return {
    valuesIn,
    /** Leaves out missing and damaged values. */
    read: async (ids: readonly FeedId[]): Promise<Map<FeedId, T>> =>
      valuesIn(await readItems('session', keysOf(ids)), ids),
    /** Raw items, for writing several in one step. */
    entries: (values: Iterable<readonly [id: FeedId, value: T]>): Record<string, unknown> =>
      Object.fromEntries(
        [...values].map(([id, value]) => [prefix + id, text ? text.write(value) : value]),
      ),
    remove: (ids: readonly FeedId[]): Promise<void> => removeItems('session', keysOf(ids)),
    /** Removes even the values of feeds that the caller does not know. */
    removeAll: async (except: readonly FeedId[] = []): Promise<void> => {
      const kept = new Set(keysOf(except));
      const keys = Object.keys(await storage().get(null));
      await removeItems(
        'session',
        keys.filter((key) => isOurs(key) && !kept.has(key)),
      );
    },
    /** Calls back with changed values. Returns a function that stops watching. */
    watch: (onChange: (changed: ReadonlyMap<FeedId, T | undefined>) => void): (() => void) =>
      watchArea('session', (changes) => {
        const ours = Object.entries(changes).filter(([key]) => isOurs(key));
        if (ours.length === 0) return;
        onChange(
          new Map(ours.map(([key, { newValue }]) => [key.slice(prefix.length), parse(newValue)])),
        );
      }),
  };
}

function valueIn(raw: unknown, { read }: { read: (text: string) => unknown }): unknown {
  return typeof raw === 'string' ? read(raw) : undefined;
}
