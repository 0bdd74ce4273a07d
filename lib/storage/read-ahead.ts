import { browser } from 'wxt/browser';

// At its start the worker reads about thirty values, most of them one after another and several
// times, and each read is a round trip to the browser's process. Read ahead in one step per area,
// they are all in memory after the first round trip, which halves the time to the first request.

export type StorageArea = 'local' | 'session';

interface AheadRead {
  /** `null`: all of the area. */
  keys: ReadonlySet<string> | null;
  values: Promise<Record<string, unknown>>;
  /** Changed or about to be changed since. They are read from the storage. */
  outdated: Set<string>;
  stopWatching: () => void;
}

const aheadReads = new Map<StorageArea, AheadRead>();

/**
 * Reads these items in one step. Until `endReadAhead`, reads get their values from it, except for
 * what has changed since, or is read under a lock. Call it in the worker's first turn.
 *
 * @param keys `null`: all of the area
 */
export function readAhead(area: StorageArea, keys: readonly string[] | null): void {
  const outdated = new Set<string>();
  // Before the read, so that no change is missed.
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

/** From now on, every read is from the storage. */
export function endReadAhead(): void {
  for (const { stopWatching } of aheadReads.values()) stopWatching();
  aheadReads.clear();
}

/** Has these items read from the storage from now on, because they are about to change. */
export function forgetAhead(keys: readonly string[]): void {
  for (const { outdated } of aheadReads.values()) for (const key of keys) outdated.add(key);
}

/**
 * Reads items of a storage area.
 *
 * @param keys `null`: all of the area. What was read ahead is not read again then, so the caller has
 *   to watch for changes.
 */
export async function readItems(
  area: StorageArea,
  keys: readonly string[] | null,
): Promise<Record<string, unknown>> {
  const ahead = aheadReads.get(area);
  if (ahead && isCovered(ahead, keys)) {
    // If it failed, the read below throws what the caller expects.
    const values = await ahead.values.catch(() => null);
    if (values && isCovered(ahead, keys)) return values;
  }
  return browser.storage[area].get<Record<string, unknown>>(keys && [...keys]);
}

function isCovered({ keys: read, outdated }: AheadRead, keys: readonly string[] | null): boolean {
  if (keys === null) return read === null;
  return keys.every((key) => (read === null || read.has(key)) && !outdated.has(key));
}

/** Writes items of a storage area in one step. */
export async function writeItems(area: StorageArea, items: Record<string, unknown>): Promise<void> {
  forgetAhead(Object.keys(items));
  await browser.storage[area].set(items);
}

/** Removes items of a storage area. */
export async function removeItems(area: StorageArea, keys: readonly string[]): Promise<void> {
  forgetAhead(keys);
  await browser.storage[area].remove([...keys]);
}
