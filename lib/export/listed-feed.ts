import type { StoredPrice } from '../storage/prices.ts';
import type { ChangePeriod } from '../storage/view.ts';
import type { UnixMilliseconds } from '../units.ts';

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
  /** `null` if no price is known. */
  price: StoredPrice | null;
  /** Signed percent with two decimals; `null` if not known. */
  changePercent: string | null;
}

/** The watchlist, or one of its groups, at one time. */
export interface WatchlistSnapshot {
  atMs: UnixMilliseconds;
  /** The group's name; `null` for the whole watchlist. */
  group: string | null;
  changePeriod: ChangePeriod;
  feeds: ListedFeed[];
}
