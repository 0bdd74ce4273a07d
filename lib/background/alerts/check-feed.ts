import type { SignedBinary, VerifiedPrice } from '../../domain/signed-updates/verify.ts';
import { isStepDown, mayLeave } from '../../domain/market/market.ts';
import { tradingOf } from '../../domain/market/trading.ts';
import { openness } from '../../domain/market/facts.ts';
import { conditionOf } from '../../domain/prices/condition.ts';
import { lastVerified } from '../../domain/prices/newer.ts';
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

/** Leaves out a price that must not fire: unverified where verified ones are required or known. */
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
  const moment = cachedMoment(settings, askedAt, now);
  const mode = settings.signatures.current;
  const last = price && withLast(price, before);
  const { isStale } = tradingOf({ ...moment, id, attributes, price: last && lastSure(last) });
  const facts = { ...openness(conditionOf({ ...moment, attributes, price })), stale: isStale };
  const counts = price && mayLeave(price, mode) && !isStepDown(last, mode);
  const isVerified = isProven(price);
  const isUnverified = !isVerified && mode !== 'off' && { isUnverified: true as const };
  const latest = counts ? { ...price, ...facts, isVerified, ...isUnverified } : null;
  const trueAt = now - settings.clockSkew.current.skewMs;
  const knownUntil = before?.publishTime;
  return { subjectId: id, isAnswer, at: now, trueAt, ...facts, latest, knownUntil };
}

/** Adds the last verified price before this one, which a response does not contain. */
function withLast(price: StoredPrice, before: StoredPrice | undefined): StoredPrice {
  const verified = before && !isProven(price) ? lastVerified(before) : null;
  if (!verified || price.verifiedBefore || before?.isSample !== price.isSample) return price;
  const { publishTime, slot } = verified;
  return { ...price, verifiedBefore: { publishTime, slot } };
}

/** Unverified prices are no sign that a feed which was verified is still current. */
function lastSure(price: StoredPrice): StoredPrice {
  const { verifiedBefore } = price;
  return verifiedBefore ? { ...price, ...verifiedBefore } : price;
}
