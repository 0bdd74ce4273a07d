// The value of holdings, exact until each figure is rounded once.
import type { Measure } from '../currency/cross.ts';
import type { Currency } from '../currency/currencies.ts';
import {
  absoluteRational,
  add,
  invert,
  multiply,
  roundHalfEven,
  toRational,
  ZERO,
  type Rational,
} from '../currency/rational.ts';
import type { Decimal } from '../prices/decimal.ts';
import type { CurrencyFeeds } from '../currency/currency-feed.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { roundSum, sumTerms, type Term } from './exact-sum.ts';
import {
  first,
  gather,
  last,
  type FeedFacts,
  type Flaw,
  type Flaws,
  type NoResult,
} from './ingredients.ts';
import { costTerm, valueTerm, type Position } from './position.ts';

/** `no-money`: a percentage or points. */
export type NoValue = NoResult | 'no-route' | 'no-money';

/** `at`: the feed to blame, perhaps a leg. */
export type Uncounted = { readonly feedId: FeedId; readonly none: NoValue; readonly at: FeedId };

/** Profit or loss; `percent` of the cost, `null` if that was nothing. */
export type Gain = Measure & { readonly percent: Decimal | null };

export type HoldingValue = Measure & {
  readonly feedId: FeedId;
  /** Of the oldest price. */
  readonly publishTime: UnixSeconds | null;
  readonly flaws: Flaws;
  /** `null` if the cost is unknown or cannot be converted. */
  readonly gain: Gain | null;
  /** In percent of all absolute values, so that debts do not inflate it. */
  readonly share: Decimal | null;
};

export type Valuation = {
  readonly counted: readonly HoldingValue[];
  readonly uncounted: readonly Uncounted[];
  /** `null` if none counts, or if it is out of range. */
  readonly total: Measure | null;
  /** Of holdings with known cost. */
  readonly gain: Gain | null;
  /** Percent of all values with a flaw. */
  readonly flawed: Readonly<Record<Flaw, Decimal>>;
  /** Of the oldest price. */
  readonly publishTime: UnixSeconds | null;
  /** Of the newest price. */
  readonly newestTime: UnixSeconds | null;
};

type Counted = {
  readonly feedId: FeedId;
  readonly term: Term;
  readonly exact: Rational;
  readonly rounded: Measure;
  readonly paid: Term | null;
  readonly publishTime: UnixSeconds | null;
  readonly newestTime: UnixSeconds | null;
  readonly flaws: Flaws;
};

const HUNDRED = toRational({ mantissa: 100n, expo: 0 });
const PERCENT_PLACE = -2;

/** In one currency. A feed's error counts once. */
export function valueHoldings(
  positions: readonly Position[],
  currency: Currency,
  feeds: CurrencyFeeds,
  facts: ReadonlyMap<FeedId, FeedFacts>,
): Valuation {
  const quotes = new Map<FeedId, Measure>();
  const all = positions.map((position) => valueOf(position, { currency, feeds, facts, quotes }));
  const counted = all.filter((one) => 'term' in one);
  const terms = counted.map(({ term }) => term);
  const gross = grossOf(counted);
  const withCost = counted.filter(({ paid }) => paid !== null);
  return {
    counted: counted.map((one) => ({
      ...one.rounded,
      feedId: one.feedId,
      publishTime: one.publishTime,
      flaws: one.flaws,
      gain: gainOf([one], quotes),
      share: percentOf(one.exact, gross),
    })),
    uncounted: all.filter((one) => 'none' in one),
    total: terms.length === 0 ? null : roundSum(sumTerms(terms, quotes)),
    gain: gainOf(withCost, quotes),
    flawed: {
      closed: flawedPart('closed', counted, gross),
      stale: flawedPart('stale', counted, gross),
      unproven: flawedPart('unproven', counted, gross),
    },
    publishTime: first(counted.flatMap(({ publishTime }) => publishTime ?? [])),
    newestTime: last(counted.flatMap(({ newestTime }) => newestTime ?? [])),
  };
}

interface Context {
  currency: Currency;
  feeds: CurrencyFeeds;
  facts: ReadonlyMap<FeedId, FeedFacts>;
  quotes: Map<FeedId, Measure>;
}

function valueOf(position: Position, context: Context): Counted | Uncounted {
  const { currency, feeds, facts, quotes } = context;
  const { feedId } = position;
  const term = valueTerm(position, currency, feeds);
  if (!term) {
    return { feedId, none: position.quote === null ? 'no-money' : 'no-route', at: feedId };
  }
  const found = gather(feedId, term.factors, facts);
  if (found.none !== undefined) return { feedId, none: found.none, at: found.at };
  for (const [id, quote] of found.quotes) quotes.set(id, quote);
  const sum = sumTerms([term], quotes);
  const rounded = roundSum(sum);
  if (!rounded) return { feedId, none: 'beyond', at: feedId };
  const { publishTime, newestTime, flaws } = found;
  const paid = payable(position, context);
  return { feedId, term, exact: sum.value, rounded, paid, publishTime, newestTime, flaws };
}

/** If all its rates are known. */
function payable(position: Position, { currency, feeds, facts, quotes }: Context): Term | null {
  const term = costTerm(position, currency, feeds);
  const found = term && gather(null, term.factors, facts);
  if (!found || found.none !== undefined) return null;
  for (const [id, quote] of found.quotes) quotes.set(id, quote);
  return term;
}

function gainOf(counted: readonly Counted[], quotes: ReadonlyMap<FeedId, Measure>): Gain | null {
  const paid = counted.flatMap((one) => one.paid ?? []);
  if (paid.length === 0 || paid.length < counted.length) return null;
  const sum = sumTerms([...counted.map(({ term }) => term), ...paid], quotes);
  const rounded = roundSum(sum);
  const costs = paid.map((term) => absoluteRational(sumTerms([term], quotes).value));
  const percent = percentOf(sum.value, costs.reduce(add, ZERO));
  return rounded && { ...rounded, percent };
}

function flawedPart(flaw: Flaw, counted: readonly Counted[], gross: Rational): Decimal {
  const part = grossOf(counted.filter(({ flaws }) => flaws[flaw].length > 0));
  return percentOf(part, gross) ?? { mantissa: 0n, expo: PERCENT_PLACE };
}

function grossOf(counted: readonly Counted[]): Rational {
  return counted.reduce((sum, { exact }) => add(sum, absoluteRational(exact)), ZERO);
}

/** Of `whole` ≥ 0, half to even, two decimals; `null` of nothing. */
export function percentOf(part: Rational, whole: Rational): Decimal | null {
  if (whole.numerator === 0n) return null;
  return roundHalfEven(multiply(multiply(part, HUNDRED), invert(whole)), PERCENT_PLACE);
}
