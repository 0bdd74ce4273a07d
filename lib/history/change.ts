import { changePercent, magnitude } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import { isReferenceCurrent } from './moments.ts';
import { readPastPrice, type Gap } from './past-price.ts';
import type { ChangePeriod } from '../storage/view.ts';

/**
 * Why there is no change: what the service said; `unverified`, only proven figures count and this
 * one is not; `zero`, nothing can be a share of it; `waiting`, the moment was not asked for yet.
 */
export type NoChange = Gap | 'unverified' | 'zero' | 'waiting';

/** A price against that of an earlier moment. */
export type Change =
  | {
      /** With as many decimals as are shown: fewer the larger it is. */
      readonly percent: Decimal;
      readonly from: Decimal;
      /** Unix seconds. */
      readonly moment: number;
      readonly none?: undefined;
    }
  | { readonly none: NoChange };

interface Reference {
  /** What `writePastPrice` wrote; `null`: nothing is known. */
  text: string | null;
  period: ChangePeriod;
  nowSeconds: number;
  /** Only prices that were proven under this trust count; `null`: all do. */
  requiredTrust: string | null;
}

/** The change of a price since the period began. */
export function changeSince(
  price: Decimal,
  { text, period, nowSeconds, requiredTrust }: Reference,
): Change {
  const past = text === null ? null : readPastPrice(text);
  if (!past || !isReferenceCurrent(period, past.moment, nowSeconds)) return { none: 'waiting' };
  if (past.gap !== undefined) return { none: past.gap };
  if (requiredTrust !== null && past.trust !== requiredTrust) return { none: 'unverified' };
  const from = toDecimal(past.price, past.expo);
  if (!from) return { none: 'no-data' };
  const percent = shownPercent(price, from);
  return percent ? { percent, from, moment: past.moment } : { none: 'zero' };
}

/** `1.05`, `23.4`, `210`: rounded once, from the exact change. */
function shownPercent(now: Decimal, then: Decimal): Decimal | null {
  const percent = changePercent(now, then, 2);
  if (!percent) return null;
  const digits = Math.max(0, 2 - Math.max(0, magnitude(percent)));
  return digits === 2 ? percent : changePercent(now, then, digits);
}
