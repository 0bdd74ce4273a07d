import type { Measure } from '../currency/cross.ts';
import { invert, multiply, toRational } from '../currency/rational.ts';
import { roundSum, sumTerms, type SumTerm } from '../holdings/exact-sum.ts';
import { parseDecimal } from '../prices/decimal.ts';
import type { ProvenHoldings } from './proof-file.ts';

/** `null` values cannot be calculated. */
export interface HoldingValues {
  lines: readonly (Measure | null)[];
  total: Measure | null;
}

/** Each one makes the fractions of a sum longer. A list of holdings has a few currencies. */
const MAX_DIVISORS = 50;

/**
 * @param prices in the order of the file; `null`: not verified
 * @throws RangeError if a sum would take too long
 */
export function holdingValues(
  lines: ProvenHoldings['lines'],
  prices: readonly (Measure | null)[],
): HoldingValues {
  if (new Set(lines.flatMap(divisorsOf)).size > MAX_DIVISORS) {
    throw new RangeError('Too many divisors.');
  }
  // By index, because prices of one feed may have different times.
  const quotes = new Map(
    prices.flatMap((price, index) => (price ? [[String(index), price] as const] : [])),
  );
  const terms = lines.map((line) => termOf(line, quotes));
  const valueOf = (all: SumTerm[]): Measure | null => roundSum(sumTerms(all, quotes));
  const known = terms.filter((term) => term !== null);
  return {
    lines: terms.map((term) => term && valueOf([term])),
    // A total of only some lines would be misleading.
    total: known.length > 0 && known.length === terms.length ? valueOf(known) : null,
  };
}

function divisorsOf({ factors, rate }: ProvenHoldings['lines'][number]): (number | string)[] {
  const prices = factors.filter(({ isInverse }) => isInverse).map(({ price }) => price);
  return rate?.by === 'per' ? [...prices, rate.value] : prices;
}

function termOf(
  { quantity, factors, rate }: ProvenHoldings['lines'][number],
  quotes: ReadonlyMap<string, Measure>,
): SumTerm | null {
  const number = parseDecimal(quantity);
  const fixed = rate ? parseDecimal(rate.value) : { mantissa: 1n, expo: 0 };
  if (!number || !fixed || fixed.mantissa <= 0n) return null;
  const isGood = factors.every(({ price }, index) => {
    const quote = quotes.get(String(price));
    // A held price may be negative, but a price used for conversion may not.
    return quote !== undefined && (index === 0 || quote.price.mantissa > 0n);
  });
  // A first factor that divides could be 1 ÷ zero.
  if (!isGood || factors[0]?.isInverse === true) return null;
  const factor = rate?.by === 'per' ? invert(toRational(fixed)) : toRational(fixed);
  return {
    amount: multiply(toRational(number), factor),
    factors: factors.map(({ price, isInverse }) => ({ id: String(price), isInverse })),
  };
}
