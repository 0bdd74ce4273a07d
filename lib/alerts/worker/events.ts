import type { FeedEvent } from '../engine/feed-watch.ts';
import type { AlertSample } from '../model/sample.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import { marketFacts, mayLeave, type MarketSettings } from '../../background/market-facts.ts';

/** The watchlist's feeds with their stored prices. */
export interface LatestPrices {
  ids: readonly string[];
  prices: ReadonlyMap<string, StoredPrice>;
  /** When the price service last answered, unix milliseconds. */
  askedAt: number;
}

/** An event of one feed, and the feed's latest price if it counts. */
export interface Occurrence {
  id: string;
  event: FeedEvent;
  latest: AlertSample | null;
}

/**
 * Converts the price service's answers to events. If verification is required, unverified prices
 * are left out.
 *
 * @param receivedAt unix milliseconds
 */
export function toEvents(
  settings: MarketSettings,
  answers: ReadonlyArray<{ id: string; price: StoredPrice }>,
  receivedAt: number,
): Occurrence[] {
  return answers
    .filter(({ price }) => mayLeave(price, settings.signatures.current))
    .map(({ id, price }) => {
      const facts = marketFacts(settings, { id, price, askedAt: receivedAt, now: receivedAt });
      const sample = toSample(price, facts, receivedAt);
      return {
        id,
        event: { type: 'sample', sample, skewMs: settings.clockSkew.current.skewMs },
        latest: sample,
      };
    });
}

/** Creates a clock tick for each feed. @param now unix milliseconds */
export function tickEvents(
  settings: MarketSettings,
  { ids, prices, askedAt }: LatestPrices,
  now: number,
): Occurrence[] {
  return ids.map((id) => {
    const price = prices.get(id);
    const facts = marketFacts(settings, { id, price, askedAt, now });
    const counts = price !== undefined && mayLeave(price, settings.signatures.current);
    const latest = counts ? toSample(price, facts, price.receivedAt) : null;
    const { skewMs } = settings.clockSkew.current;
    return { id, event: { type: 'tick', at: now, ...facts, latest, skewMs }, latest };
  });
}

function toSample(
  price: StoredPrice,
  facts: { marketOpen: boolean; stale: boolean },
  receivedAt: number,
): AlertSample {
  return { ...price, ...facts, receivedAt };
}
