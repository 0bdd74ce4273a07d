// The value of holdings, exact until each number is rounded once.
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
import {
  evaluateTerm,
  roundSum,
  sumValuedTerms,
  type ValuedTerm,
  type SumTerm,
} from './exact-sum.ts';
import { first, gather, last, type FeedFacts, type Flaws, type NoResult } from './ingredients.ts';
import { costTerm, valueTerm, type Position } from './position.ts';

/** `no-money`: the price is a percentage or points. */
export type NoValue = NoResult | 'no-route' | 'no-money';

/** `at`: the feed that causes the problem, possibly a leg. */
export type Uncounted = { readonly feedId: FeedId; readonly none: NoValue; readonly at: FeedId };

/** Profit or loss. `percent` is relative to the cost; `null` if the cost was zero. */
export type Gain = Measure & { readonly percent: Decimal | null };

export type HoldingValue = Measure & {
  readonly feedId: FeedId;
  /** Publish time of the oldest price. */
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
  /** `null` if no holding counts, or if the total is out of range. */
  readonly total: Measure | null;
  /** Publish time of the oldest price. */
  readonly publishTime: UnixSeconds | null;
  /** Publish time of the newest price. */
  readonly newestTime: UnixSeconds | null;
};

/** The results of a valuation without its details. */
export type Total = Pick<Valuation, 'uncounted' | 'total' | 'newestTime'> & {
  readonly counted: readonly Counted[];
};

type Counted = {
  readonly feedId: FeedId;
  readonly part: ValuedTerm;
  readonly rounded: Measure;
  /** The negative cost. */
  readonly paid: ValuedTerm | null;
  readonly publishTime: UnixSeconds | null;
  readonly newestTime: UnixSeconds | null;
  readonly flaws: Flaws;
};

const HUNDRED = toRational({ mantissa: 100n, expo: 0 });
const PERCENT_PLACE = -2;

/** Values holdings in one currency. A feed's error counts once. */
export function valueHoldings(
  positions: readonly Position[],
  currency: Currency,
  feeds: CurrencyFeeds,
  facts: ReadonlyMap<FeedId, FeedFacts>,
): Valuation {
  const { counted, ...rest } = totalHoldings(positions, currency, feeds, facts);
  const gross = grossOf(counted);
  return {
    ...rest,
    counted: counted.map((one) => ({
      ...one.rounded,
      feedId: one.feedId,
      publishTime: one.publishTime,
      flaws: one.flaws,
      gain: gainOf(one),
      share: percentShare(one.part.value, gross),
    })),
    publishTime: first(counted.flatMap(({ publishTime }) => publishTime ?? [])),
  };
}

/** Only the sum of {@link valueHoldings}: fast enough to run for each price that arrives. */
export function totalHoldings(
  positions: readonly Position[],
  currency: Currency,
  feeds: CurrencyFeeds,
  facts: ReadonlyMap<FeedId, FeedFacts>,
): Total {
  const all = positions.map((position) => knownValueOf(position, { currency, feeds, facts }));
  const counted = all.filter((one) => 'part' in one);
  return {
    counted,
    uncounted: all.filter((one) => 'none' in one),
    total: counted.length === 0 ? null : roundSum(sumValuedTerms(counted.map(({ part }) => part))),
    newestTime: last(counted.flatMap(({ newestTime }) => newestTime ?? [])),
  };
}

interface Context {
  currency: Currency;
  feeds: CurrencyFeeds;
  facts: ReadonlyMap<FeedId, FeedFacts>;
}

interface Known extends Omit<Context, 'facts'> {
  /** The facts from which the value was calculated. */
  facts: readonly (readonly [FeedId, FeedFacts | undefined])[];
  value: Counted | Uncounted;
}

// A new price changes the values of only a few holdings, so the others are cached.
const known = new WeakMap<Position, Known>();

function knownValueOf(position: Position, context: Context): Counted | Uncounted {
  const { currency, feeds, facts } = context;
  const before = known.get(position);
  const isKnown =
    before?.currency === currency &&
    before.feeds === feeds &&
    before.facts.every(([id, fact]) => isSameFact(fact, facts.get(id)));
  if (before && isKnown) return before.value;
  const terms = [valueTerm(position, currency, feeds), costTerm(position, currency, feeds)];
  const ids = terms.flatMap((term) => term?.factors.map(({ id }) => id) ?? []);
  const value = valueOf(position, terms, facts);
  known.set(position, { currency, feeds, facts: ids.map((id) => [id, facts.get(id)]), value });
  return value;
}

function isSameFact(a: FeedFacts | undefined, b: FeedFacts | undefined): boolean {
  return (
    a === b ||
    (a?.price === b?.price &&
      a?.missing === b?.missing &&
      a?.failed === b?.failed &&
      a?.isClosed === b?.isClosed &&
      a?.isStale === b?.isStale &&
      a?.isProven === b?.isProven)
  );
}

function valueOf(
  { feedId, quote }: Position,
  [term, cost]: readonly (SumTerm | null | undefined)[],
  facts: ReadonlyMap<FeedId, FeedFacts>,
): Counted | Uncounted {
  if (!term) return { feedId, none: quote === null ? 'no-money' : 'no-route', at: feedId };
  const found = gather(feedId, term.factors, facts);
  if (found.none !== undefined) return { feedId, none: found.none, at: found.at };
  const part = evaluateTerm(term, found.quotes);
  const rounded = roundSum(sumValuedTerms([part]));
  if (!rounded) return { feedId, none: 'beyond', at: feedId };
  const { publishTime, newestTime, flaws } = found;
  return { feedId, part, rounded, paid: paidPart(cost, facts), publishTime, newestTime, flaws };
}

/** The cost as a part, if all its rates are known. */
function paidPart(
  cost: SumTerm | null | undefined,
  facts: ReadonlyMap<FeedId, FeedFacts>,
): ValuedTerm | null {
  const found = cost && gather(null, cost.factors, facts);
  return found && found.none === undefined ? evaluateTerm(cost, found.quotes) : null;
}

function gainOf({ part, paid }: Counted): Gain | null {
  if (!paid) return null;
  const sum = sumValuedTerms([part, paid]);
  const rounded = roundSum(sum);
  const percent = percentShare(sum.value, absoluteRational(paid.value));
  return rounded && { ...rounded, percent };
}

function grossOf(counted: readonly Counted[]): Rational {
  return counted.reduce((sum, { part }) => add(sum, absoluteRational(part.value)), ZERO);
}

/** Percent of `whole` ≥ 0, rounded half to even to two decimals; `null` if `whole` is zero. */
export function percentShare(part: Rational, whole: Rational): Decimal | null {
  if (whole.numerator === 0n) return null;
  return roundHalfEven(multiply(multiply(part, HUNDRED), invert(whole)), PERCENT_PLACE);
}
