import type { FeedId, UnixMilliseconds } from '../base/units.ts';
import type { CurrencyFeeds } from '../domain/currency/currency-feed.ts';
import { signaturesOf, type FeedsView, type Market } from '../domain/market/market.ts';
import type { MarketMoment } from '../domain/prices/condition.ts';
import type { ClockSkew } from '../domain/prices/clock-skew.ts';
import type { FailedCheck, MissingReason, StoredPrice } from '../domain/prices/stored-price.ts';
import type { Signatures } from '../domain/settings.ts';
import type { Cached } from './cached.ts';

export interface FeedsCache {
  followedFeeds: Cached<Record<string, Record<string, string>>>;
  staleLimitSeconds: Cached<number>;
  areSamplesShown: Cached<boolean>;
  signatures: Cached<Signatures>;
  clockSkew: Cached<ClockSkew>;
  missingFeeds: Cached<Record<FeedId, MissingReason>>;
}

export interface MarketCache extends FeedsCache {
  /** Fingerprint of the trust in force. */
  trust: Cached<string>;
  displayCurrency: Cached<string | null>;
  currencyFeeds: Cached<CurrencyFeeds>;
}

interface Known {
  priceOf: (id: FeedId) => StoredPrice | undefined;
  failed: ReadonlyMap<FeedId, FailedCheck>;
  /** When the service last responded, by the local clock. */
  askedAt: UnixMilliseconds;
}

/** @param nowMs by the local clock */
export function cachedMoment(
  { staleLimitSeconds, clockSkew }: FeedsCache,
  lastAskedAtMs: UnixMilliseconds,
  nowMs: UnixMilliseconds,
): MarketMoment {
  const { skewMs } = clockSkew.current;
  return { lastAskedAtMs, limitSeconds: staleLimitSeconds.current, nowMs, skewMs };
}

/** @param nowMs by the local clock */
export function cachedFeeds(
  settings: FeedsCache,
  known: Known,
  nowMs: UnixMilliseconds,
): FeedsView {
  return {
    ...cachedMoment(settings, known.askedAt, nowMs),
    attributes: settings.followedFeeds.current,
    areSamplesShown: settings.areSamplesShown.current,
    // Samples stay in view for a while after the signatures of real prices count.
    signatures: signaturesOf(settings.signatures.current, settings.areSamplesShown.current),
    missing: settings.missingFeeds.current,
    failed: Object.fromEntries(known.failed),
    priceOf: known.priceOf,
  };
}

export function cachedMarket(settings: MarketCache, known: Known, nowMs: UnixMilliseconds): Market {
  return {
    ...cachedFeeds(settings, known, nowMs),
    trust: settings.trust.current,
    currency: settings.displayCurrency.current,
    currencyFeeds: settings.currencyFeeds.current,
  };
}
