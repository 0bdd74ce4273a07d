import type { Measure } from '../currency/cross.ts';
import { invert, multiply, toRational } from '../currency/rational.ts';
import { roundSum, sumTerms, type Term } from '../holdings/exact-sum.ts';
import { parseDecimal } from '../prices/decimal.ts';
import type { CheckedProof } from './check-proof.ts';
import type { ProofFile } from './proof-file.ts';

type Statement = Extract<ProofFile['about'], { kind: 'statement' }>;

/** `null` values cannot be computed. */
export interface StatementValues {
  lines: readonly (Measure | null)[];
  total: Measure | null;
}

export function statementValues({ lines }: Statement, { prices }: CheckedProof): StatementValues {
  const quotes = new Map<string, Measure>();
  for (const [index, { result }] of prices.entries()) {
    if (typeof result === 'string') continue;
    const { price, conf: confidence, expo } = result;
    // Keyed by index, because prices of one feed may have different times.
    const quote = { mantissa: price, expo };
    quotes.set(String(index), { price: quote, confidence: { mantissa: confidence, expo } });
  }
  const terms = lines.map(({ amounts }) => amounts && termOf(amounts, quotes));
  const shown = terms.filter((term) => term !== null);
  // A total of only some lines would be misleading.
  const isWhole = lines.every(({ amounts }, index) => amounts === null || terms[index] !== null);
  const valueOf = (all: Term[]): Measure | null => roundSum(sumTerms(all, quotes));
  return {
    lines: terms.map((term) => term && valueOf([term])),
    total: isWhole && shown.length > 0 ? valueOf(shown) : null,
  };
}

function termOf(
  { quantity, factors, rate }: NonNullable<Statement['lines'][number]['amounts']>,
  quotes: ReadonlyMap<string, Measure>,
): Term | null {
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
