import type { StoredItem } from '../storage/stored.ts';

export interface Cached<T> {
  /** The item's fallback until `loaded`. */
  current: T;
  loaded: Promise<void>;
}

type Cacheable<T> = Pick<StoredItem<T>, 'fallback' | 'getValue' | 'watch'>;

/** As `cache` does. */
export function cacheAll<Values extends Record<string, unknown>>(
  items: { [Name in keyof Values]: Cacheable<Values[Name]> },
  onChange: () => void,
): { [Name in keyof Values]: Cached<Values[Name]> } {
  const cached = Object.entries(items).map(([name, item]) => [name, cache(item, onChange)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item keeps its name
  return Object.fromEntries(cached) as { [Name in keyof Values]: Cached<Values[Name]> };
}

/** Reads an item once and keeps it current. @param onChange called after each change */
export function cache<T>(item: Cacheable<T>, onChange: () => void = () => {}): Cached<T> {
  // A change that arrives before the first read is newer than the value read.
  let isChanged = false;
  const cached: Cached<T> = {
    current: item.fallback,
    loaded: item.getValue().then((value) => {
      if (!isChanged) cached.current = value;
    }),
  };
  item.watch((value) => {
    isChanged = true;
    cached.current = value;
    onChange();
  });
  return cached;
}
