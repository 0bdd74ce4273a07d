import type { ClockSkew } from '../domain/prices/clock-skew.ts';
import { conditionOf } from '../domain/prices/condition.ts';
import { isProven } from '../domain/prices/proof.ts';
import type { StoredPrice } from '../domain/prices/stored-price.ts';
import type { Signatures } from '../domain/settings.ts';
import type { FeedId, UnixMilliseconds } from '../base/units.ts';
import type { Cached } from './cached.ts';

/** The settings that tell what a figure is worth. */
export interface MarketSettings {
  followedFeeds: Cached<Record<string, Record<string, string>>>;
  staleLimitSeconds: Cached<number>;
  signatures: Cached<Signatures>;
  clockSkew: Cached<ClockSkew>;
}

/** Whether a feed's market is open, and whether its price is stale (the design's word). */
export interface MarketFacts {
  marketOpen: boolean;
  /** It is open against its schedule. */
  isAfterHours: boolean;
  stale: boolean;
}

/**
 * @param askedAt when the service last answered, by the local clock
 * @param now by the local clock
 */
export function marketFacts(
  { followedFeeds, staleLimitSeconds, clockSkew }: MarketSettings,
  {
    id,
    price,
    askedAt,
    now,
  }: {
    id: FeedId;
    price: Pick<StoredPrice, 'publishTime' | 'proof'> | undefined;
    askedAt: UnixMilliseconds;
    now: UnixMilliseconds;
  },
): MarketFacts {
  const condition = conditionOf({
    attributes: followedFeeds.current[id],
    price,
    lastAskedAtMs: askedAt,
    limitSeconds: staleLimitSeconds.current,
    nowMs: now,
    skewMs: clockSkew.current.skewMs,
  });
  return {
    marketOpen: condition !== 'closed',
    isAfterHours: condition === 'after-hours',
    stale: condition === 'stale',
  };
}

/** Whether a figure may leave the popup: where proofs are required, only a proven one. */
export function mayLeave(price: Pick<StoredPrice, 'proof'>, mode: Signatures): boolean {
  return mode !== 'require' || isProven(price);
}
