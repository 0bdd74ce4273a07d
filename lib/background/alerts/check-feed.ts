import { marketFacts, mayLeave, type MarketSettings } from '../badge/market-facts.ts';
import type { SignedBinary, VerifiedPrice } from '../../domain/signed-updates/verify.ts';
import type { FailedCheck, StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { FeedCheck } from '../../domain/alerts/engine/feed-watch.ts';

/** The price service's answer for one feed. An answer older than the stored price is left out. */
export interface FeedAnswer {
  id: FeedId;
  price: StoredPrice;
  /** If the price is verified: the message that proves it, and the update that contains it. */
  evidence?: { signed: VerifiedPrice; binary: SignedBinary };
}

/** The latest prices, including those of the answer that is being evaluated. */
export interface KnownPrices {
  priceOf: (id: FeedId) => StoredPrice | undefined;
  /** The feeds for which the service sends prices that fail verification. */
  failed: ReadonlyMap<FeedId, FailedCheck>;
  /** When the price service last answered. */
  askedAt: UnixMilliseconds;
}

/** The checks for answers that arrived at `now`. */
export function checkAnswers(
  settings: MarketSettings,
  answers: readonly FeedAnswer[],
  now: UnixMilliseconds,
): FeedCheck[] {
  return answers
    .map((answer) => checkFeed(settings, { ...answer, askedAt: now, now, isAnswer: true }))
    .filter(({ latest }) => latest !== null);
}

/** The checks for a clock tick at `now`. */
export function checkClock(
  settings: MarketSettings,
  ids: readonly FeedId[],
  { priceOf, askedAt }: KnownPrices,
  now: UnixMilliseconds,
): FeedCheck[] {
  return ids.map((id) =>
    checkFeed(settings, { id, price: priceOf(id), askedAt, now, isAnswer: false }),
  );
}

interface FeedFacts {
  id: FeedId;
  price: StoredPrice | undefined;
  askedAt: UnixMilliseconds;
  now: UnixMilliseconds;
  isAnswer: boolean;
}

/** If verification is required, an unverified price is left out. */
function checkFeed(
  settings: MarketSettings,
  { id, price, askedAt, now, isAnswer }: FeedFacts,
): FeedCheck {
  const facts = marketFacts(settings, { id, price, askedAt, now });
  const counts = price !== undefined && mayLeave(price, settings.signatures.current);
  const latest = counts ? { ...price, ...facts } : null;
  const trueAt = now - settings.clockSkew.current.skewMs;
  return { feedId: id, isAnswer, at: now, trueAt, ...facts, latest };
}
