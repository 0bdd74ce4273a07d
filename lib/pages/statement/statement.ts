import { formatDuration } from '../../base/locale/format-duration.ts';
import { t } from '../../base/locale/t.ts';
import type { Measure } from '../../domain/currency/cross.ts';
import type { Currency } from '../../domain/currency/currencies.ts';
import type { Rational } from '../../domain/currency/rational.ts';
import { withoutPairs, type Factor } from '../../domain/holdings/exact-sum.ts';
import { valueHoldings } from '../../domain/holdings/value-holdings.ts';
import { exponentOf } from '../../domain/prices/arithmetic.ts';
import type { Decimal } from '../../domain/prices/decimal.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { Draft, DraftLine, DistantPrice } from './draft.ts';

export interface LineChoice {
  isIncluded: boolean;
  /** Whether it shows quantity and value, or only the price. */
  hasAmounts: boolean;
}

/** How a value is calculated from a quantity and prices. */
export interface Calculation {
  quantity: Decimal;
  factors: readonly Factor[];
  /** A fixed rate, such as grams per ounce. */
  rate: { by: 'rate' | 'per'; value: Decimal } | null;
  value: Measure;
}

interface StatementLine {
  feedId: FeedId;
  name: string;
  /** `null`: not money. */
  quote: Currency | null;
  /** `null`: only the price appears. */
  amounts: Calculation | null;
  isClosed: boolean;
  distant: readonly DistantPrice[];
}

interface StatementPrice {
  feedId: FeedId;
  name: string;
  price: StoredPrice;
  signed: SignedPrice;
}

/** The value of holdings at a time, with every price behind it. */
export interface Statement {
  group: string | null;
  time: UnixSeconds;
  currency: Currency;
  lines: readonly StatementLine[];
  /** Prices of the lines, then of the feeds that convert them. */
  prices: readonly StatementPrice[];
  /** Total of the lines with amounts. */
  total: Measure | null;
}

/** Leaves out lines without a signed price. */
export function composeStatement(
  draft: Draft,
  choiceOf: (line: DraftLine) => LineChoice,
): Statement {
  const { held, time } = draft;
  const chosen = draft.lines.filter(
    (line) => line.problem !== 'unsigned' && choiceOf(line).isIncluded,
  );
  const lines = chosen.map((line): StatementLine => ({
    feedId: line.feedId,
    name: line.name,
    quote: line.position.quote,
    amounts: choiceOf(line).hasAmounts ? calculationOf(line) : null,
    isClosed: line.isClosed,
    distant: line.distant,
  }));
  const positions = chosen.flatMap(({ position }, index) =>
    lines[index]?.amounts ? [position] : [],
  );
  const { total } = valueHoldings(positions, held.currency, held.feeds, draft.facts);
  return {
    group: held.group,
    time,
    currency: held.currency,
    lines,
    prices: pricesOf(lines, draft),
    total,
  };
}

function calculationOf({ feedId, position, route, value }: DraftLine): Calculation | null {
  if (!route || !value) return null;
  return {
    quantity: position.quantity,
    factors: withoutPairs([{ id: feedId, isInverse: false }, ...route.legs]),
    rate: rateOf(route.factor),
    value,
  };
}

/** Combines all rates, which multiply or divide by one number. */
function rateOf({ numerator, denominator }: Rational): Calculation['rate'] {
  if (numerator === denominator) return null;
  const [rate, per] = [exponentOf(denominator), exponentOf(numerator)];
  if (rate !== null) return { by: 'rate', value: { mantissa: numerator, expo: -rate } };
  if (per !== null) return { by: 'per', value: { mantissa: denominator, expo: -per } };
  throw new RangeError('This rate is no decimal number.');
}

function pricesOf(lines: readonly StatementLine[], { answers, held }: Draft): StatementPrice[] {
  const legs = lines.flatMap(({ amounts }) => amounts?.factors.map(({ id }) => id) ?? []);
  const ids = new Set([...lines.map(({ feedId }) => feedId), ...legs]);
  return [...ids].flatMap((feedId) => {
    const proven = answers.get(feedId)?.proven;
    const name = held.names.get(feedId) ?? feedId;
    return proven ? [{ feedId, name, ...proven }] : [];
  });
}

/** Notes about a closed market, or prices of another time. */
export function lineNotes({
  isClosed,
  distant,
}: Pick<StatementLine, 'isClosed' | 'distant'>): string[] {
  const others = distant.map(({ name, when, seconds }) =>
    t(`statement.price.${when}`, { name, duration: formatDuration(seconds) }),
  );
  return isClosed ? [t('statement.closed'), ...others] : others;
}
