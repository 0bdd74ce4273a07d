import { changePercent, magnitude } from '../prices/arithmetic.ts';
import { toDecimal, type Decimal } from '../prices/decimal.ts';
import type { UnixSeconds } from '../../base/units.ts';
import type { ChartPeriod } from './periods.ts';
import { isReferenceCurrent } from './time-grid.ts';
import { readPastPrice, type Gap } from './past-price.ts';

/**
 * Why there is no change. `unverified`: only verified prices count, and the past one is not.
 * `zero`: the past price was zero. `waiting`: the past price has not been fetched yet.
 */
export type NoChange = Gap | 'unverified' | 'zero' | 'waiting';

/** The change of a price since an earlier time. */
export type Change =
  | {
      /** Rounded to the displayed decimals: the larger, the fewer. */
      readonly percent: Decimal;
      readonly from: Decimal;
      readonly time: UnixSeconds;
      readonly none?: undefined;
    }
  | { readonly none: NoChange };

interface Reference {
  /** A text of `writePastPrice`; `null` if there is none. */
  text: string | null;
  period: ChartPeriod;
  nowSeconds: UnixSeconds;
  /** Only prices verified under this trust count; `null` if all do. */
  requiredTrust: string | null;
}

/** The change of a price since the period began. */
export function changeSince(
  price: Decimal,
  { text, period, nowSeconds, requiredTrust }: Reference,
): Change {
  const past = text === null ? null : readPastPrice(text);
  if (!past || !isReferenceCurrent(period, past.time, nowSeconds)) return { none: 'waiting' };
  if (past.gap !== undefined) return { none: past.gap };
  if (requiredTrust !== null && past.trust !== requiredTrust) return { none: 'unverified' };
  const from = toDecimal(past.price, past.expo);
  if (!from) return { none: 'no-data' };
  const percent = roundedPercent(price, from);
  return percent ? { percent, from, time: past.time } : { none: 'zero' };
}

/** `1.05`, `23.4`, `210`: rounded once, from the exact change, not from a rounded one. */
function roundedPercent(now: Decimal, then: Decimal): Decimal | null {
  const percent = changePercent(now, then, 2);
  if (!percent) return null;
  const digits = Math.max(0, 2 - Math.max(0, magnitude(percent)));
  return digits === 2 ? percent : changePercent(now, then, digits);
}
