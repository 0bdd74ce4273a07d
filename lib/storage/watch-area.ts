import { browser } from 'wxt/browser';

/** By key. */
export type StorageChanges = Readonly<Record<string, { newValue?: unknown; oldValue?: unknown }>>;

/** Returns a function that stops watching. */
export function watchArea(
  area: 'local' | 'session' | 'sync',
  onChange: (changes: StorageChanges) => void,
): () => void {
  let isWatching = true;
  const { onChanged } = browser.storage[area];
  // A browser may still call a listener that another one has just removed.
  const listener = (changes: StorageChanges): void => {
    if (isWatching) onChange(changes);
  };
  onChanged.addListener(listener);
  return () => {
    isWatching = false;
    onChanged.removeListener(listener);
  };
}
