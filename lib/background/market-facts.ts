import { isStale } from '../prices/age.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import { isProven, type StoredPrice } from '../storage/prices.ts';
import type { Signatures } from '../storage/settings.ts';
import type { Kept } from './kept.ts';

/** The settings that tell what a figure is worth. */
export interface MarketSettings {
  followedFeeds: Kept<Record<string, Record<string, string>>>;
  staleLimitSeconds: Kept<number>;
  signatures: Kept<Signatures>;
}

/** Whether a feed's market is open, and whether its price is stale (the design's word). */
export interface MarketFacts {
  marketOpen: boolean;
  stale: boolean;
}

/**
 * @param askedAt when the service last answered, unix milliseconds
 * @param now unix milliseconds
 */
export function marketFacts(
  { followedFeeds, staleLimitSeconds }: MarketSettings,
  {
    id,
    price,
    askedAt,
    now,
  }: {
    id: string;
    price: Pick<StoredPrice, 'publishTime'> | undefined;
    askedAt: number;
    now: number;
  },
): MarketFacts {
  const marketOpen = isMarketOpen(parseSchedule(followedFeeds.current[id]), now);
  const stale =
    price !== undefined &&
    isStale({
      publishTime: price.publishTime,
      lastAskedAtMs: askedAt,
      limitSeconds: staleLimitSeconds.current,
      marketOpen,
    });
  return { marketOpen, stale };
}

/** Whether a figure may leave the popup: where proofs are required, only a proven one. */
export function mayLeave(price: Pick<StoredPrice, 'proof'>, mode: Signatures): boolean {
  return mode !== 'require' || isProven(price);
}
