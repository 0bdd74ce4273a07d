import type { StoredPrice } from '../storage/prices.ts';
import type { ChangePeriod } from '../storage/view.ts';

/** One feed of the watchlist as it stood at the moment of an export. */
export interface ListedFeed {
  id: string;
  symbol: string;
  /** What the feed is about: `Bitcoin`. */
  subject: string;
  /** What the user calls it, where not by its symbol. */
  ownName: string | null;
  assetType: string;
  /** `null`: no price is known. */
  price: StoredPrice | null;
  /** Per cent with sign, an exact decimal of two places; `null`: not known. */
  changePercent: string | null;
}

/** The watchlist, or one of its groups, at one moment. */
export interface WatchlistSnapshot {
  /** Unix milliseconds. */
  atMs: number;
  /** The group's name; `null`: all. */
  group: string | null;
  changePeriod: ChangePeriod;
  feeds: ListedFeed[];
}
