import { browser } from 'wxt/browser';

// At its start, the worker reads about thirty values, each a round trip to the browser's process.
// Reading ahead in one step per area halves the time to the first request.

export type StorageArea = 'local' | 'session';

interface AheadRead {
  /** `null`: all of the area. */
  keys: ReadonlySet<string> | null;
  values: Promise<Record<string, unknown>>;
  /** Keys that changed since, or are about to change. */
  outdated: Set<string>;
  stopWatching: () => void;
}

const aheadReads = new Map<StorageArea, AheadRead>();

/**
 * Reads items in one step. Until `endReadAhead`, reads use these values, except for changed items
 * and reads under a lock. Call this in the worker's first turn. @param keys `null`: all of the area
 */
export function readAhead(area: StorageArea, keys: readonly string[] | null): void {
  const outdated = new Set<string>();
  // Registered before the read, so that no change is missed.
  const { onChanged } = browser.storage[area];
  const listener = (changes: Record<string, unknown>): void => {
    for (const key of Object.keys(changes)) outdated.add(key);
  };
  onChanged.addListener(listener);
  const values = browser.storage[area].get<Record<string, unknown>>(keys && [...keys]);
  aheadReads.set(area, {
    keys: keys && new Set(keys),
    values,
    outdated,
    stopWatching: () => onChanged.removeListener(listener),
  });
}

export function endReadAhead(): void {
  for (const { stopWatching } of aheadReads.values()) stopWatching();
  aheadReads.clear();
}

/** Call this before these items change. */
export function forgetAhead(keys: readonly string[]): void {
  for (const { outdated } of aheadReads.values()) for (const key of keys) outdated.add(key);
}

/**
 * @param keys `null`: all of the area. Values that were read ahead may be outdated, so the caller
 * has to watch for changes
 */
export async function readItems(
  area: StorageArea,
  keys: readonly string[] | null,
): Promise<Record<string, unknown>> {
  const ahead = aheadReads.get(area);
  if (ahead && isCovered(ahead, keys)) {
    // If reading ahead failed, the read below throws the error.
    const values = await ahead.values.catch(() => null);
    if (values && isCovered(ahead, keys)) return values;
  }
  return browser.storage[area].get<Record<string, unknown>>(keys && [...keys]);
}

function isCovered({ keys: read, outdated }: AheadRead, keys: readonly string[] | null): boolean {
  if (keys === null) return read === null;
  return keys.every((key) => (read === null || read.has(key)) && !outdated.has(key));
}

/** Writes all items in one step. */
export async function writeItems(area: StorageArea, items: Record<string, unknown>): Promise<void> {
  forgetAhead(Object.keys(items));
  await browser.storage[area].set(items);
}

export async function removeItems(area: StorageArea, keys: readonly string[]): Promise<void> {
  forgetAhead(keys);
  await browser.storage[area].remove([...keys]);
}
