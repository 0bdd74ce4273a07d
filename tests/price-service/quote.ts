import type { FeedMetadata } from './catalog.ts';

/** Length of a slot of the public service's chain, in milliseconds. */
export const SLOT_MS = 400;

/** A time at which the service has an update. */
export interface Moment {
  /** Unix milliseconds. */
  timeMs: number;
  slot: number;
  /** Unix seconds. */
  publishTime: number;
  /** Publish time of the update before, unix seconds. */
  prevPublishTime: number;
}

/** One feed's price at a time: integers as text × 10^`expo`, times in unix seconds. */
export interface Quote {
  id: string;
  price: string;
  conf: string;
  emaPrice: string;
  emaConf: string;
  expo: number;
  publishTime: number;
  prevPublishTime: number | null;
  proofAvailableTime: number | null;
  slot: number | null;
}

/** What is sent for some feeds at a time: quotes, and the blobs of `binary.data`. */
export interface MarketUpdate {
  quotes: Quote[];
  blobs: Uint8Array[];
}

/** The source of the prices. */
export interface PriceSource {
  feeds: readonly FeedMetadata[];
  /** One quote for each id, in their order; the ids are ids of `feeds`. */
  quotes(ids: readonly string[], moment: Moment): Quote[];
}
