import type { Condition } from '../../domain/prices/condition.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { Decimal } from '../../domain/prices/decimal.ts';
import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../base/units.ts';

/** A price that an exported price is made of, as quoted. */
export interface PricePart {
  id: FeedId;
  symbol: string;
  /** `null` if the service names none. */
  currency: string | null;
  price: StoredPrice | null;
  /** Why it is not current. */
  condition: Condition | null;
}

/** At the time of an export. */
export interface ListedFeed {
  id: string;
  symbol: string;
  /** `Bitcoin`. */
  subject: string;
  ownName: string | null;
  /** As the service writes it, the same in every language. */
  assetType: string | null;
  /** As old as its oldest part, and verified only if all are. */
  price: StoredPrice | null;
  /** `null`: as quoted. */
  convertedTo: string | null;
  /** The feed's own price, then the exchange rates. */
  parts: readonly PricePart[];
  /** Signed percent with two decimals. */
  changePercent: string | null;
  /** The price that the change starts from, in the same currency, and its time. */
  changeFrom: { price: Decimal; time: UnixSeconds } | null;
}

/** Of the watchlist or a group. */
export interface WatchlistSnapshot {
  atMs: UnixMilliseconds;
  /** `null`: the whole watchlist. */
  group: string | null;
  changePeriod: ChangePeriod;
  /** `null`: as quoted. */
  currency: string | null;
  feeds: ListedFeed[];
}
