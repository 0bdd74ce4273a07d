import type { StoredItem } from '../storage/stored.ts';

export interface Cached<T> {
  /** The item's fallback until `loaded`. */
  current: T;
  loaded: Promise<void>;
}

/** Reads an item once and keeps it current. @param onChange called after each change */
export function cache<T>(
  item: Pick<StoredItem<T>, 'fallback' | 'getValue' | 'watch'>,
  onChange: () => void = () => {},
): Cached<T> {
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
