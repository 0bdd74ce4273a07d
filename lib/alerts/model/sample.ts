import { toDecimal, type Decimal } from '../../prices/decimal.ts';

/** The input of an evaluation: a stored price, its market's state and whether it is stale. */
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
  /** The price was already too old at the last answer, although the market was open. */
  readonly stale: boolean;
}

/** A sample and its parsed numbers. */
export interface Figures {
  readonly sample: AlertSample;
  readonly price: Decimal;
  /** Never negative. */
  readonly conf: Decimal;
  readonly ema: Decimal;
}

/** A position in the order of a feed's prices. Publish time in unix seconds. */
export interface Moment {
  readonly publishTime: number;
  readonly slot: number | null;
}

const MAX_CLOCK_ERROR_SECONDS = 60;

/** Parses the sample's exact numbers; `null` if one of them is invalid. */
export function readFigures(sample: AlertSample): Figures | null {
  const price = toDecimal(sample.price, sample.expo);
  const conf = toDecimal(sample.conf, sample.expo);
  const ema = toDecimal(sample.emaPrice, sample.emaExpo);
  if (!price || !conf || !ema || conf.mantissa < 0n) return null;
  return { sample, price, conf, ema };
}

/** Orders by publish time, then by slot; a known slot comes after an unknown one. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.publishTime !== b.publishTime) return a.publishTime - b.publishTime;
  if (b.slot === null) return a.slot === null ? 0 : 1;
  return a.slot === null ? 0 : a.slot - b.slot;
}

/**
 * Whether a publish time is further in the future than clock error explains. Such a price must not
 * block later ones.
 *
 * @param now corrected time, unix milliseconds
 */
export function isFromFuture(moment: Moment, now: number): boolean {
  return moment.publishTime > now / 1_000 + MAX_CLOCK_ERROR_SECONDS;
}
