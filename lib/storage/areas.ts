import { browser } from 'wxt/browser';

export type StorageArea = 'local' | 'session';

interface Batch {
  keys: Set<string>;
  values: Promise<Record<string, unknown>>;
}

const batches = new Map<StorageArea, Batch>();

/**
 * Reads items. Each read is a round trip to the browser's process, and a start of the worker reads
 * about forty values, so reads that begin together are one. @param keys `null`: all of the area
 */
export async function readItems(
  area: StorageArea,
  keys: readonly string[] | null,
): Promise<Record<string, unknown>> {
  if (keys === null) return browser.storage[area].get<Record<string, unknown>>(null);
  const batch = batches.get(area) ?? beginBatch(area);
  for (const key of keys) batch.keys.add(key);
  const values = await batch.values;
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]]),
  );
}

function beginBatch(area: StorageArea): Batch {
  const keys = new Set<string>();
  const values = Promise.resolve().then(() => {
    batches.delete(area);
    return browser.storage[area].get<Record<string, unknown>>([...keys]);
  });
  const batch = { keys, values };
  batches.set(area, batch);
  return batch;
}

/** Writes all items in one step. */
export async function writeItems(area: StorageArea, items: Record<string, unknown>): Promise<void> {
  await browser.storage[area].set(items);
}

export async function removeItems(area: StorageArea, keys: readonly string[]): Promise<void> {
  await browser.storage[area].remove([...keys]);
}
