import type { StoredItem } from '../storage/stored-item.ts';

/** The current value of a stored item, held in memory while the worker lives. */
export interface Kept<T> {
  /** The item's fallback until `loaded`. */
  current: T;
  loaded: Promise<void>;
}

/** Reads an item once and follows it from then on. */
export function keep<T>(
  item: Pick<StoredItem<T>, 'fallback' | 'getValue' | 'watch'>,
  onChange: () => void,
): Kept<T> {
  // A change that arrives before the first read is newer than that read.
  let isSettled = false;
  const take = (value: T): void => {
    isSettled = true;
    kept.current = value;
  };
  const kept: Kept<T> = {
    current: item.fallback,
    loaded: item.getValue().then((value) => {
      if (!isSettled) take(value);
    }),
  };
  item.watch((value) => {
    take(value);
    onChange();
  });
  return kept;
}
