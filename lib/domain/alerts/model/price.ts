import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import { unixSeconds } from '../../../base/unit-schemas.ts';
import { toSeconds, type UnixMilliseconds } from '../../../base/units.ts';
import { z } from '../../../base/zod.ts';

/** A position in the order of a feed's prices. */
export const momentSchema = z.object({
  publishTime: unixSeconds,
  slot: z.nullable(z.number()),
});
export type Moment = Readonly<z.infer<typeof momentSchema>>;

/** A feed's price, the state of its market and whether the price is stale. */
export interface AlertPrice extends Moment {
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  readonly price: string;
  readonly conf: string;
  readonly expo: number;
  readonly emaPrice: string;
  readonly emaExpo: number;
  readonly marketOpen: boolean;
  /** The price was already too old at the last answer, although the market was open. */
  readonly stale: boolean;
}

/** A price with its numbers parsed. */
export interface ExactPrice {
  readonly source: AlertPrice;
  readonly price: Decimal;
  /** Never negative. */
  readonly conf: Decimal;
  readonly ema: Decimal;
}

/** A publish time this much ahead of the corrected clock is not yet wrong. */
export const MAX_CLOCK_ERROR_SECONDS = 60;

/** Parses the exact numbers; `null` if one of them is invalid. */
export function toExactPrice(source: AlertPrice): ExactPrice | null {
  const price = toDecimal(source.price, source.expo);
  const conf = toDecimal(source.conf, source.expo);
  const ema = toDecimal(source.emaPrice, source.emaExpo);
  if (!price || !conf || !ema || conf.mantissa < 0n) return null;
  return { source, price, conf, ema };
}

/** Orders by publish time, then by slot; a known slot comes after an unknown one. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.publishTime !== b.publishTime) return a.publishTime - b.publishTime;
  if (b.slot === null) return a.slot === null ? 0 : 1;
  return a.slot === null ? 0 : a.slot - b.slot;
}

/**
 * Whether a price comes after the `last` one. A `last` one that is further in the future than clock
 * error explains must not block correct ones.
 *
 * @param now corrected time
 */
export function isAfter(moment: Moment, last: Moment, now: UnixMilliseconds): boolean {
  if (compareMoments(moment, last) > 0) return true;
  const latest = toSeconds(now) + MAX_CLOCK_ERROR_SECONDS;
  return last.publishTime > latest && moment.publishTime <= latest;
}
