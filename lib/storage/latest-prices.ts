import { browser } from 'wxt/browser';
import { lastAskedAt, parseStoredPrice, underTrust, type StoredPrice } from './prices.ts';

// One key a feed: a tick writes and announces only the feeds that changed.
const PREFIX = 'latest:';

/** Reads the latest prices of this browser session, id → price. @param trust which is in force */
export async function readLatestPrices(
  ids: readonly string[],
  trust: string,
): Promise<Map<string, StoredPrice>> {
  const stored = await browser.storage.session.get(ids.map((id) => PREFIX + id));
  return latestPricesIn(stored, ids, trust);
}

/** The latest prices in what was read from session storage, id → price. */
export function latestPricesIn(
  stored: Record<string, unknown>,
  ids: readonly string[],
  trust: string,
): Map<string, StoredPrice> {
  const prices = new Map<string, StoredPrice>();
  for (const id of ids) {
    const price = parseStoredPrice(stored[PREFIX + id]);
    if (price) prices.set(id, underTrust(price, trust));
  }
  return prices;
}

/**
 * Writes changed prices and the moment at which the service was asked, in one step.
 *
 * @param others session items that go with them
 */
export async function writeLatestPrices(
  changed: ReadonlyMap<string, StoredPrice>,
  askedAtMs: number,
  others: Record<string, unknown> = {},
): Promise<void> {
  const items: Record<string, unknown> = { ...others, ...lastAskedAt.entry(askedAtMs) };
  for (const [id, price] of changed) items[PREFIX + id] = price;
  await browser.storage.session.set(items);
}

/** Forgets the prices of feeds that nobody follows any more. */
export async function removeLatestPrices(ids: readonly string[]): Promise<void> {
  await browser.storage.session.remove(ids.map((id) => PREFIX + id));
}

/** Forgets all of them, those that an earlier worker wrote included. */
export async function removeAllLatestPrices(): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get(null));
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(PREFIX)));
}

/** Calls back with the prices that changed, proofs as stored; returns how to stop. */
export function watchLatestPrices(
  onChange: (changed: ReadonlyMap<string, StoredPrice | undefined>) => void,
): () => void {
  const listener = (changes: Record<string, { newValue?: unknown }>): void => {
    const changed = new Map<string, StoredPrice | undefined>();
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(PREFIX)) changed.set(key.slice(PREFIX.length), parseStoredPrice(newValue));
    }
    if (changed.size > 0) onChange(changed);
  };
  browser.storage.session.onChanged.addListener(listener);
  return () => browser.storage.session.onChanged.removeListener(listener);
}
