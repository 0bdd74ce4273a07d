import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { readPrice, writePrice } from '../../domain/prices/price-text.ts';
import {
  isUsualPrice,
  underTrust,
  storedPriceSchema,
  type StoredPrice,
} from '../../domain/prices/stored-price.ts';
import { writeItems } from '../areas.ts';
import { storedByFeed } from '../stored-by-feed.ts';
import { lastAskedAt } from './prices.ts';

const latestPrices = storedByFeed('session:latest:', {
  schema: storedPriceSchema,
  isFit: isUsualPrice,
  text: { write: writePrice, read: readPrice },
});

/** Prices of this browser session. @param trust the trust in force */
export async function readLatestPrices(
  ids: readonly FeedId[],
  trust: string,
): Promise<Map<FeedId, StoredPrice>> {
  return allUnderTrust(await latestPrices.read(ids), trust);
}

/** Like `readLatestPrices`, but from items that were already read. */
export function latestPricesIn(
  items: Readonly<Record<string, unknown>>,
  ids: readonly FeedId[],
  trust: string,
): Map<FeedId, StoredPrice> {
  return allUnderTrust(latestPrices.valuesIn(items, ids), trust);
}

function allUnderTrust(prices: Map<FeedId, StoredPrice>, trust: string): Map<FeedId, StoredPrice> {
  for (const [id, price] of prices) prices.set(id, underTrust(price, trust));
  return prices;
}

/**
 * Writes changed prices and the time of the request in one step. @param others session items to
 * write in the same step
 */
export async function writeLatestPrices(
  changed: ReadonlyMap<FeedId, StoredPrice>,
  askedAtMs: UnixMilliseconds,
  others: Record<string, unknown> = {},
): Promise<void> {
  await writeItems('session', {
    ...others,
    ...lastAskedAt.entry(askedAtMs),
    ...latestPrices.entries(changed),
  });
}

export const removeLatestPrices = latestPrices.remove;

/** Also removes prices that an earlier worker wrote. */
export const removeAllLatestPrices = latestPrices.removeAll;

/** Passes proofs as stored. Returns a function that stops watching. */
export const watchLatestPrices = latestPrices.watch;
