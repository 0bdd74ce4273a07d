import { changePercent, magnitude, subtractDecimals } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import type { When } from '../../base/days.ts';
import type { UnixSeconds } from '../../base/units.ts';
import type { FeedAttributes } from '../prices/attributes.ts';
import { isAfterClose, isChangeStart } from './change-start.ts';
import type { ChangePeriod, ChartPeriod } from './periods.ts';
import { readPastPrice, type Gap } from './past-price.ts';
import { isFar } from './split.ts';

/**
 * `split`: candles show that a split came after the past price. `unverified`: only verified prices
 * count, and the past price is not verified. `zero`: the past price was zero. `waiting`: the past
 * price has not been fetched, or candles have not shown yet whether a large change is a split.
 */
export type NoChange = Gap | 'split' | 'unverified' | 'zero' | 'waiting';

export type Change =
  | {
      /** Has fewer decimals the larger it is. */
      readonly percent: Decimal;
      readonly from: Decimal;
      readonly time: UnixSeconds;
      /** Whether the change started at the close of a market that has not reopened. */
      readonly isAfterHours: boolean;
      readonly none?: undefined;
    }
  | { readonly none: NoChange };

/** The price from which a change starts, and its time. */
export interface ChangeOrigin extends When {
  readonly from: Decimal;
  readonly none?: undefined;
}

export interface Reference {
  /** Text from `writePastPrice`. */
  text: string | null;
  period: ChangePeriod | ChartPeriod;
  nowSeconds: UnixSeconds;
  /** `null`: unverified prices count too. */
  requiredTrust: string | null;
  attributes?: FeedAttributes | undefined;
}

/**
 * The price from which the change over a period starts, or why it is missing.
 *
 * @param price where the change ends
 */
export function changeOrigin(
  { text, period, nowSeconds, requiredTrust, attributes }: Reference,
  price: Decimal | null,
): ChangeOrigin | { readonly none: NoChange } {
  const past = text === null ? null : readPastPrice(text);
  if (!past || !isChangeStart(period, past.time, { nowSeconds, attributes })) {
    return { none: 'waiting' };
  }
  if (past.gap !== undefined) return { none: past.gap };
  if (past.verdict?.is === 'split') return { none: 'split' };
  if (requiredTrust !== null && past.trust !== requiredTrust) return { none: 'unverified' };
  const from = toDecimal(past.price, past.expo);
  if (!from) return { none: 'no-data' };
  if (past.verdict?.is === 'asked' && price && isFar(from, price)) return { none: 'waiting' };
  return from.mantissa === 0n ? { none: 'zero' } : { from, time: past.time };
}

/** The change of a price since the period began. */
export function changeSince(price: Decimal, reference: Reference): Change {
  const origin = changeOrigin(reference, price);
  if (origin.none !== undefined) return origin;
  const { period, nowSeconds, attributes } = reference;
  const { percent } = changeFrom(origin.from, price);
  if (!percent) return { none: 'zero' };
  const isAfterHours = period === 'close' && isAfterClose(attributes, origin.time, nowSeconds);
  return { percent, from: origin.from, time: origin.time, isAfterHours };
}

/**
 * The change of a price as an exact amount, and in percent, rounded to the displayed decimals: the
 * larger, the fewer. A price of zero has no percentage.
 */
export function changeFrom(
  from: Decimal,
  price: Decimal,
): { readonly amount: Decimal; readonly percent: Decimal | null } {
  return { amount: subtractDecimals(price, from), percent: roundedPercent(price, from) };
}

/** `1.05`, `23.4`, `210`: rounded once. */
function roundedPercent(now: Decimal, then: Decimal): Decimal | null {
  const percent = changePercent(now, then, 2);
  if (!percent) return null;
  const digits = Math.max(0, 2 - Math.max(0, magnitude(percent)));
  return digits === 2 ? percent : changePercent(now, then, digits);
}
