import type { Condition } from '../../domain/prices/condition.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { Decimal } from '../../domain/prices/decimal.ts';
import type { FeedId, UnixMilliseconds, UnixSeconds } from '../../base/units.ts';

/** A price from which an exported price is calculated, as quoted. */
export interface PricePart {
  id: FeedId;
  symbol: string;
  /** `null` if the service names none. */
  currency: string | null;
  price: StoredPrice | null;
  /** Why the price is not current. */
  condition: Condition | null;
}

/** A feed at the time of an export. */
export interface ListedFeed {
  id: string;
  symbol: string;
  /** A name such as `Bitcoin`. */
  subject: string;
  ownName: string | null;
  /** As the service writes it, not translated. */
  assetType: string | null;
  /** As old as its oldest part, and verified only if all parts are. */
  price: StoredPrice | null;
  /** `null`: as quoted. */
  convertedTo: string | null;
  /** The feed's own price, then the exchange rates. */
  parts: readonly PricePart[];
  /** Signed percent with two decimals. */
  changePercent: string | null;
  /** The price from which the change starts, in the same currency, and its time. */
  changeFrom: { price: Decimal; time: UnixSeconds } | null;
}

/** The watchlist or a group at the time of an export. */
export interface WatchlistSnapshot {
  atMs: UnixMilliseconds;
  /** `null`: the whole watchlist. */
  group: string | null;
  changePeriod: ChangePeriod;
  /** `null`: as quoted. */
  currency: string | null;
  feeds: ListedFeed[];
}
