// How the total has changed since a period began.
import type { Measure } from '../currency/cross.ts';
import type { Currency } from '../currency/currencies.ts';
import { absoluteRational, add, negate, roundHalfEven } from '../currency/rational.ts';
import type { Change, NoChange } from '../history/change.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { CurrencyFeeds } from '../currency/currency-feed.ts';
import type { FeedId } from '../../base/units.ts';
import { roundSum, sumTerms, withoutPairs, type SumTerm } from './exact-sum.ts';
import { gather, type FeedFacts } from './ingredients.ts';
import { valueTerm, type Position } from './position.ts';
import { percentShare, type NoValue } from './value-holdings.ts';

/** The price at `at` is missing now (`NoValue`) or was missing then (`NoChange`). */
type WithoutChange = {
  readonly feedId: FeedId;
  readonly none: NoValue | NoChange;
  readonly at: FeedId;
};

export type HoldingsChange = {
  /** Rounded half to even; `null` if no holding counts. */
  readonly amount: Decimal | null;
  /** Percent of the value at the start; `null` if that was zero. */
  readonly percent: Decimal | null;
  readonly without: readonly WithoutChange[];
};

/** A feed's change since the start of a holding's change. */
type ChangeOf = (id: FeedId, ownId: FeedId) => Change;

/**
 * The change of the total at present quantities, with the exchange rates of each time. Only
 * holdings with all prices at both times count.
 */
export function changeOfHoldings(
  positions: readonly Position[],
  currency: Currency,
  feeds: CurrencyFeeds,
  facts: ReadonlyMap<FeedId, FeedFacts>,
  changeOf: ChangeOf,
): HoldingsChange {
  const compare = (position: Position): Compared | WithoutChange => {
    const { feedId, quote } = position;
    const term = valueTerm(position, currency, feeds);
    if (!term) return { feedId, none: quote === null ? 'no-money' : 'no-route', at: feedId };
    const now = gather(feedId, term.factors, facts);
    if (now.none !== undefined) return { feedId, none: now.none, at: now.at };
    const before = pastQuotes(feedId, term, changeOf);
    return 'none' in before ? { feedId, ...before } : { term, now: now.quotes, before };
  };
  const all = positions.map(compare);
  return {
    ...difference(all.filter((one) => 'term' in one)),
    without: all.filter((one) => 'none' in one),
  };
}

interface Compared {
  term: SumTerm;
  now: ReadonlyMap<FeedId, Measure>;
  before: ReadonlyMap<FeedId, Measure>;
}

/** Returns the past prices, or the first missing one. */
function pastQuotes(
  ownId: FeedId,
  { factors }: SumTerm,
  changeOf: ChangeOf,
): Map<FeedId, Measure> | Pick<WithoutChange, 'none' | 'at'> {
  const quotes = new Map<FeedId, Measure>();
  for (const { id } of withoutPairs(factors)) {
    const change = changeOf(id, ownId);
    if (change.none !== undefined) return { none: change.none, at: id };
    const { from } = change;
    if (id !== ownId && from.mantissa <= 0n) return { none: 'not-positive', at: id };
    quotes.set(id, { price: from, confidence: { mantissa: 0n, expo: from.expo } });
  }
  return quotes;
}

function difference(compared: readonly Compared[]): Pick<HoldingsChange, 'amount' | 'percent'> {
  const terms = compared.map(({ term }) => term);
  const total = sumTerms(terms, new Map(compared.flatMap(({ now }) => [...now])));
  const rounded = terms.length === 0 ? null : roundSum(total);
  if (!rounded) return { amount: null, percent: null };
  const past = sumTerms(terms, new Map(compared.flatMap(({ before }) => [...before]))).value;
  const exact = add(total.value, negate(past));
  return {
    amount: roundHalfEven(exact, rounded.price.expo),
    percent: percentShare(exact, absoluteRational(past)),
  };
}
