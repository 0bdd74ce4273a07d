import { powerOfTen } from '../prices/arithmetic.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { UnixSeconds } from '../../base/units.ts';

/**
 * A split of shares. Earlier candles are adjusted for it. Earlier signed prices are not, and are
 * `numerator` ÷ `denominator` times as high.
 */
export interface Split {
  /** The first signed price that needs no scaling. */
  readonly at: UnixSeconds;
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface PricedCandle {
  readonly time: UnixSeconds;
  readonly price: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
}

type Factor = Omit<Split, 'at'>;

const WHOLE = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 15n, 20n, 25n, 30n, 40n, 50n];
const UPWARD = [[3n, 2n], [5n, 2n], [4n, 3n], [5n, 4n], ...WHOLE.map((n) => [n, 1n] as const)];
const FACTORS: readonly Factor[] = UPWARD.flatMap(([more = 1n, less = 1n]) => [
  { numerator: more, denominator: less },
  { numerator: less, denominator: more },
]);
const NONE: Factor = { numerator: 1n, denominator: 1n };

// In percent beyond a candle's range, because services differ by this much.
const TOLERANCE = 2n;
// A single price could be wrong.
const MIN_BEFORE = 2;

/**
 * The last split that explains why signed prices differ from their candles: the same usual factor
 * in all earlier candles. Unsigned candles affect only how the chart is drawn.
 * @param pairs oldest first
 */
export function findSplit(pairs: readonly PricedCandle[]): Split | null {
  const after = pairs.findIndex((pair) => fits(pair, NONE));
  const before = pairs.slice(0, Math.max(0, after));
  const at = pairs[after]?.time;
  if (at === undefined || before.length < MIN_BEFORE) return null;
  const factor = FACTORS.find((each) => before.every((pair) => fits(pair, each)));
  return factor ? { ...factor, at } : null;
}

/** Scales a signed price to match adjusted candles. */
export function scaleBySplit({ mantissa, expo }: Decimal, { numerator, denominator }: Split) {
  return { mantissa: (mantissa * powerOfTen(4) * denominator) / numerator, expo: expo - 4 };
}

function fits({ price, low, high }: PricedCandle, { numerator, denominator }: Factor): boolean {
  const expo = Math.min(price.expo, low.expo, high.expo);
  const at = ({ mantissa, expo: own }: Decimal): bigint => mantissa * powerOfTen(own - expo);
  const scaled = 100n * denominator * at(price);
  return (
    scaled >= (100n - TOLERANCE) * numerator * at(low) &&
    scaled <= (100n + TOLERANCE) * numerator * at(high)
  );
}
