import { toRational, multiply, invert, ONE, type Rational } from '../../currency/rational.ts';
import type { Measure } from '../../currency/cross.ts';
import { roundSum, sumTerms, type Factor, type Term } from '../../holdings/exact-sum.ts';
import { compareDecimals } from '../../prices/arithmetic.ts';
import type { Decimal } from '../../prices/decimal.ts';
import type { VerifiedPrice } from '../../signed-updates/verify.ts';
import { readFigure } from './compare-shown.ts';
import { textsIn } from './read-shown.ts';

/**
 * Recomputes what a page says that holdings are worth, from the quantities that it shows and the
 * prices whose signatures hold. Returns the lines that do not hold, the total among them.
 *
 * @param prices the page's signed prices, in its order; the lines refer to them by their number
 */
export function wrongValues(statement: Element, prices: readonly VerifiedPrice[]): Element[] {
  const point = statement.getAttribute('data-decimal-point') ?? '.';
  const quotes = new Map(prices.map((price, index) => [String(index + 1), measureOf(price)]));
  const lines = [...statement.querySelectorAll('[data-line]')].map((line) => {
    const term = readTerm(line, point);
    return { line, term: term && areThere(term.factors, quotes) ? term : null };
  });
  const wrong = lines.filter(({ line, term }) => !term || !isValue(line, [term], quotes, point));
  const terms = lines.flatMap(({ term }) => term ?? []);
  const total = statement.querySelector('[data-total]');
  // A total over lines that are not all there would be one of other lines.
  const isTotal = total !== null && terms.length === lines.length && terms.length > 0;
  const isRight = isTotal
    ? isValue(total, terms, quotes, point)
    : total === null && lines.length === 0;
  return [...wrong.map(({ line }) => line), ...(isRight ? [] : [total ?? statement])];
}

function measureOf({ price, conf, expo }: VerifiedPrice): Measure {
  return { price: { mantissa: price, expo }, confidence: { mantissa: conf, expo } };
}

/** A line's calculation, `2.5 × [1] ÷ [3]`; `null` if a part of it is missing or no number. */
function readTerm(line: Element, point: string): Term | null {
  const texts = textsIn(line);
  const [quantity, ...others] = (texts.get('quantity') ?? []).map((text) =>
    readFigure(text, point),
  );
  const rates = readRates(texts, point);
  if (!quantity || others.length > 0 || !rates) return null;
  const amount = rates.reduce(multiply, toRational(quantity));
  return { amount, factors: [...factorsOf(texts, 'times'), ...factorsOf(texts, 'over')] };
}

/** Fixed rates, as 31.1034768 grams per ounce. */
function readRates(texts: Map<string, string[]>, point: string): Rational[] | null {
  const read = (name: string): (Decimal | null)[] =>
    (texts.get(name) ?? []).map((text) => readFigure(text, point));
  const times = read('rate');
  const over = read('per');
  if ([...times, ...over].some((rate) => !rate || rate.mantissa <= 0n)) return null;
  const all = [...times.map(rationalOf), ...over.map((rate) => invert(rationalOf(rate)))];
  return all;
}

function rationalOf(rate: Decimal | null): Rational {
  return rate ? toRational(rate) : ONE;
}

function factorsOf(texts: Map<string, string[]>, name: 'times' | 'over'): Factor[] {
  return (texts.get(name) ?? []).map((id) => ({ id, isInverse: name === 'over' }));
}

function areThere(factors: readonly Factor[], quotes: ReadonlyMap<string, Measure>): boolean {
  const [, ...legs] = factors;
  // The price of what is held may be negative; one that converts may not.
  const isGood = ({ id }: Factor): boolean => (quotes.get(id)?.price.mantissa ?? 0n) > 0n;
  return factors.every(({ id }) => quotes.has(id)) && legs.every(isGood);
}

function isValue(
  line: Element,
  terms: readonly Term[],
  quotes: ReadonlyMap<string, Measure>,
  point: string,
): boolean {
  const texts = textsIn(line);
  const [value, ...values] = texts.get('value') ?? [];
  const [error, ...errors] = texts.get('error') ?? [];
  const exact = roundSum(sumTerms(terms, quotes));
  if (value === undefined || error === undefined || !exact) return false;
  if (values.length > 0 || errors.length > 0) return false;
  return (
    isSame(readFigure(value, point), exact.price) &&
    isSame(readFigure(error.replace('±', ''), point), exact.confidence)
  );
}

function isSame(shown: Decimal | null, exact: Decimal): boolean {
  return shown !== null && compareDecimals(shown, exact) === 0;
}
