import type { FeedEvent } from '../../alerts/feed-watch.ts';
import type { AlertSample } from '../../alerts/sample.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import { marketFacts, mayLeave, type MarketSettings } from '../market-facts.ts';

/** The followed feeds with their stored prices. */
export interface LatestPrices {
  ids: readonly string[];
  prices: ReadonlyMap<string, StoredPrice>;
  /** Unix milliseconds at which the service last answered. */
  askedAt: number;
}

/** Something that happened to one feed, and its latest price where that counts. */
export interface Occurrence {
  id: string;
  event: FeedEvent;
  latest: AlertSample | null;
}

/** Answers of the service; a figure that is not proven where it has to be is none. */
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

/** Time passed. @param now unix milliseconds */
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
