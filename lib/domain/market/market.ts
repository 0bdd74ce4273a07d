import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { CurrencyFeeds } from '../currency/currency-feed.ts';
import type { Currency } from '../currency/currencies.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import type { MarketMoment } from '../prices/condition.ts';
import {
  isProven,
  type FailedCheck,
  type MissingReason,
  type StoredPrice,
} from '../prices/stored-price.ts';
import type { Signatures } from '../settings.ts';

type ByFeed<T> = Readonly<Record<FeedId, T>>;

/** What determines the facts about feeds, except the time. */
interface FeedSettings {
  readonly attributes: ByFeed<FeedAttributes>;
  readonly limitSeconds: number;
  readonly areSamplesShown: boolean;
  /** Off for sample prices, see `signaturesOf`. */
  readonly signatures: Signatures;
  readonly missing: ByFeed<MissingReason>;
  readonly failed: ByFeed<FailedCheck>;
}

/** What determines the shown prices and their changes, except the time. */
export interface MarketSettings extends FeedSettings {
  /** Fingerprint of the trust in force. */
  readonly trust: string;
  /** The display currency; `null`: as quoted. */
  readonly currency: Currency | null;
  readonly currencyFeeds: CurrencyFeeds;
}

interface Now extends MarketMoment {
  /** As quoted. */
  readonly priceOf: (id: FeedId) => StoredPrice | undefined;
}

/** Feeds at a moment. A reader of stored values makes one; everything shown follows from it. */
export type FeedsView = FeedSettings & Now;
export type Market = MarketSettings & Now;

/** Whether signatures count: sample prices are unsigned. */
export function signaturesOf(mode: Signatures, areSamplesShown: boolean): Signatures {
  return areSamplesShown ? 'off' : mode;
}

type AsStored = Omit<MarketSettings, 'signatures'> & { mode: Signatures };

export function settingsOf({ mode, ...others }: AsStored): MarketSettings {
  return { ...others, signatures: signaturesOf(mode, others.areSamplesShown) };
}

/** Only prices verified under this trust count; `null`: every price counts. */
export function requiredTrustOf({
  signatures,
  trust,
}: Pick<MarketSettings, 'signatures' | 'trust'>): string | null {
  return signatures === 'require' ? trust : null;
}

/** If verification is required, only verified prices may leave the popup. */
export function mayLeave(price: Pick<StoredPrice, 'proof'> | undefined, mode: Signatures): boolean {
  return mode !== 'require' || isProven(price);
}

/** An unverified price of a feed that was verified under the trust in force. */
export function isStepDown(price: StoredPrice | undefined, mode: Signatures): boolean {
  return mode !== 'off' && !isProven(price) && price?.verifiedBefore !== undefined;
}

/** As it may leave the popup: without prices that do not count. */
export function leaving<T extends FeedsView>(market: T): T {
  if (market.signatures !== 'require') return market;
  const priceOf: FeedsView['priceOf'] = (id) => {
    const price = market.priceOf(id);
    return mayLeave(price, market.signatures) ? price : undefined;
  };
  return { ...market, priceOf };
}

/** The corrected time. */
export function trueMs({
  nowMs,
  skewMs,
}: Pick<MarketMoment, 'nowMs' | 'skewMs'>): UnixMilliseconds {
  return nowMs - skewMs;
}
