import type { Condition } from '../../domain/prices/condition.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';

/** A price that an exported price is made of, as it is quoted. */
export interface PricePart {
  id: FeedId;
  symbol: string;
  /** The quote currency; `null` if the service names none. */
  currency: string | null;
  /** `null` if no price is known. */
  price: StoredPrice | null;
  /** Why it is not current; `null` if it is. */
  condition: Condition | null;
}

/** A feed of the watchlist at the time of an export. */
export interface ListedFeed {
  id: string;
  symbol: string;
  /** What the feed is about: `Bitcoin`. */
  subject: string;
  /** The user's display name; `null` if there is none. */
  ownName: string | null;
  /** As the price service writes it, so that a table reads the same in every language. */
  assetType: string | null;
  /** As old as the oldest of its parts, and verified only if all are; `null` if not known. */
  price: StoredPrice | null;
  /** The currency that the price is converted to; `null`: it is as quoted. */
  convertedTo: string | null;
  /** The feed's own price, then the exchange rates. */
  parts: readonly PricePart[];
  /** Signed percent with two decimals; `null` if not known. */
  changePercent: string | null;
}

/** The watchlist, or one of its groups, at one time. */
export interface WatchlistSnapshot {
  atMs: UnixMilliseconds;
  /** The group's name; `null` for the whole watchlist. */
  group: string | null;
  changePeriod: ChangePeriod;
  /** The currency that prices are shown in; `null`: each as it is quoted. */
  currency: string | null;
  feeds: ListedFeed[];
}
