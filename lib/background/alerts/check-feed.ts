import type { SignedBinary, VerifiedPrice } from '../../domain/signed-updates/verify.ts';
import { mayLeave } from '../../domain/market/market.ts';
import { openness } from '../../domain/market/facts.ts';
import { conditionOf } from '../../domain/prices/condition.ts';
import { isProven, type FailedCheck, type StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { cachedMoment, type FeedsCache } from '../market.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';

/** A response for one feed. Its price is not older than the stored one. */
export interface FeedAnswer {
  id: FeedId;
  price: StoredPrice;
  /** If the price is verified: the message that proves it, and the update that contains it. */
  evidence?: { signed: VerifiedPrice; binary: SignedBinary };
}

/** The latest prices, including those being evaluated. */
export interface KnownPrices {
  priceOf: (id: FeedId) => StoredPrice | undefined;
  /** The price before this response. */
  wasPriceOf: (id: FeedId) => StoredPrice | undefined;
  /** The feeds for which the service sends prices that fail verification. */
  failed: ReadonlyMap<FeedId, FailedCheck>;
  askedAt: UnixMilliseconds;
}

/** Leaves out an unverified price if verification is required. */
export function checkFeed(
  settings: FeedsCache,
  {
    id,
    price,
    before,
  }: { id: FeedId; price: StoredPrice | undefined; before?: StoredPrice | undefined },
  { askedAt, isAnswer }: { askedAt: UnixMilliseconds; isAnswer: boolean },
  now: UnixMilliseconds,
): FeedCheck {
  const attributes = settings.followedFeeds.current[id];
  const condition = conditionOf({ ...cachedMoment(settings, askedAt, now), attributes, price });
  const facts = openness(condition);
  const counts = price && mayLeave(price, settings.signatures.current);
  const latest = counts ? { ...price, ...facts, isVerified: isProven(price) } : null;
  const trueAt = now - settings.clockSkew.current.skewMs;
  const knownUntil = before?.publishTime;
  return { subjectId: id, isAnswer, at: now, trueAt, ...facts, latest, knownUntil };
}
