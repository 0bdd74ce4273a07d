import { toDecimal, type Decimal } from '../../prices/decimal.ts';
import type { Moment } from '../../prices/newer.ts';
import { unixSeconds, z } from '../../../base/zod.ts';

const momentSchema = z.object({
  publishTime: unixSeconds,
  slot: z.nullable(z.number()),
});

export const positionSchema = z.extend(momentSchema, {
  verified: z.optional(z.nullable(momentSchema)),
});

/** A feed's price and the state of its market. */
export interface AlertPrice extends Moment {
  /** Integer digits: the price is `price` × 10^`expo`, and `conf` likewise. */
  readonly price: string;
  readonly conf: string;
  readonly expo: number;
  readonly marketOpen: boolean;
  /** Too old at the last response although the market was open. */
  readonly stale: boolean;
  /** For a calculated figure: whether all its prices are verified. */
  readonly isVerified?: boolean;
  /** Signatures are checked, and it is not verified, or one of its prices isn't. */
  readonly isUnverified?: true;
  /** The age of the oldest part that only a service's schedule excuses, in seconds. */
  readonly excusedSeconds?: number;
}

export interface ExactPrice {
  readonly source: AlertPrice;
  readonly price: Decimal;
  /** Never negative. */
  readonly conf: Decimal;
}

/** `null` if a number is invalid. */
export function toExactPrice(source: AlertPrice): ExactPrice | null {
  const price = toDecimal(source.price, source.expo);
  const conf = toDecimal(source.conf, source.expo);
  if (!price || !conf || conf.mantissa < 0n) return null;
  return { source, price, conf };
}
