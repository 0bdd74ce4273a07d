import { readPrice } from '../../lib/domain/prices/price-text.ts';
import type { StoredPrice } from '../../lib/domain/prices/stored-price.ts';

/** The key of a feed's latest price in session storage. */
export function latestKey(feedId: string): string {
  return `latest:${feedId}`;
}

/** The latest price in a raw item of session storage; `undefined` if there is none. */
export function readLatest(stored: unknown): StoredPrice | undefined {
  return typeof stored === 'string' ? (readPrice(stored) as StoredPrice) : undefined;
}
