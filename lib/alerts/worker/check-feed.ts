import { marketFacts, mayLeave, type MarketSettings } from '../../background/market-facts.ts';
import type { StoredPrice } from '../../storage/prices.ts';
import type { FeedCheck } from '../engine/feed-watch.ts';

interface FeedFacts {
  id: string;
  price: StoredPrice | undefined;
  /** When the price service last answered, unix milliseconds. */
  askedAt: number;
  /** Unix milliseconds. */
  now: number;
}

/**
 * Creates the check of a feed. If verification is required, it leaves out an unverified price.
 *
 * @param isAnswer whether the price service answered just now
 */
export function checkFeed(
  settings: MarketSettings,
  { id, price, askedAt, now }: FeedFacts,
  isAnswer: boolean,
): FeedCheck {
  const facts = marketFacts(settings, { id, price, askedAt, now });
  const counts = price !== undefined && mayLeave(price, settings.signatures.current);
  return {
    feedId: id,
    isAnswer,
    at: now,
    trueAt: now - settings.clockSkew.current.skewMs,
    ...facts,
    latest: counts ? { ...price, ...facts } : null,
  };
}
