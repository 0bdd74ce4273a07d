import { toDecimal, type Decimal } from '../prices/decimal.ts';

/** What an evaluation sees of a feed: a stored price and what is known around it. */
export interface AlertSample {
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  readonly price: string;
  readonly conf: string;
  readonly expo: number;
  readonly emaPrice: string;
  readonly emaConf: string;
  readonly emaExpo: number;
  /** Unix seconds. */
  readonly publishTime: number;
  readonly slot: number | null;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  readonly marketOpen: boolean;
  /** The design's word: already too old when the service was last asked, its market being open. */
  readonly stale: boolean;
}

/** A sample with its figures read. */
export interface Figures {
  readonly sample: AlertSample;
  readonly price: Decimal;
  /** Never negative. */
  readonly conf: Decimal;
  readonly ema: Decimal;
}

/** A place in the order of a feed's prices. */
export interface Moment {
  readonly publishTime: number;
  readonly slot: number | null;
}

const MAX_CLOCK_ERROR_SECONDS = 60;

/** The sample's exact figures; `null` where one is no number. */
export function readFigures(sample: AlertSample): Figures | null {
  const price = toDecimal(sample.price, sample.expo);
  const conf = toDecimal(sample.conf, sample.expo);
  const ema = toDecimal(sample.emaPrice, sample.emaExpo);
  if (!price || !conf || !ema || conf.mantissa < 0n) return null;
  return { sample, price, conf, ema };
}

/** Order by publish time, then by slot where both are known. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.publishTime !== b.publishTime) return a.publishTime - b.publishTime;
  if (b.slot === null) return a.slot === null ? 0 : 1;
  return a.slot === null ? 0 : a.slot - b.slot;
}

/**
 * A moment further ahead of `now` (corrected time, unix milliseconds) than what a clock may be off
 * uncorrected: it orders nothing.
 */
export function isFromFuture(moment: Moment, now: number): boolean {
  return moment.publishTime > now / 1_000 + MAX_CLOCK_ERROR_SECONDS;
}
