import type { ClockSkew } from '../domain/prices/clock-skew.ts';
import { conditionOf } from '../domain/prices/condition.ts';
import type { FeedFacts } from '../domain/holdings/ingredients.ts';
import { isProven, type FailedCheck, type StoredPrice } from '../domain/prices/stored-price.ts';
import type { Signatures } from '../domain/settings.ts';
import type { FeedId, UnixMilliseconds } from '../base/units.ts';
import type { Cached } from './cached.ts';

export interface MarketSettings {
  followedFeeds: Cached<Record<string, Record<string, string>>>;
  staleLimitSeconds: Cached<number>;
  signatures: Cached<Signatures>;
  clockSkew: Cached<ClockSkew>;
}

export interface MarketFacts {
  marketOpen: boolean;
  /** The market is open outside its schedule. */
  isAfterHours: boolean;
  stale: boolean;
}

/** Times by the local clock. @param askedAt when the service last responded */
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

/** Facts that holdings are valued with. Leaves out an unverified price if proofs are required. */
export function feedFacts(
  settings: MarketSettings,
  given: {
    id: FeedId;
    price: StoredPrice | undefined;
    failed: FailedCheck | undefined;
    askedAt: UnixMilliseconds;
    now: UnixMilliseconds;
  },
): FeedFacts {
  const { price, failed } = given;
  const { marketOpen, stale } = marketFacts(settings, given);
  const counts = price !== undefined && mayLeave(price, settings.signatures.current);
  return {
    price: counts ? price : undefined,
    failed,
    isClosed: !marketOpen,
    isStale: stale,
    isProven: price !== undefined && isProven(price),
  };
}

/** If verification is required, only verified prices may leave the popup. */
export function mayLeave(price: Pick<StoredPrice, 'proof'>, mode: Signatures): boolean {
  return mode !== 'require' || isProven(price);
}
