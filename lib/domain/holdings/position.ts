// A stored holding, parsed for calculations.
import type { Currency } from '../currency/currencies.ts';
import { multiply, toRational } from '../currency/rational.ts';
import { amountCurrency, routeBetween } from '../currency/route.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { parseDecimal, type Decimal } from '../prices/decimal.ts';
import type { CurrencyFeeds } from '../currency/currency-feed.ts';
import type { Holding } from './holding.ts';
import type { FeedId } from '../../base/units.ts';
import type { SumTerm } from './exact-sum.ts';

export interface Position {
  readonly feedId: FeedId;
  readonly quantity: Decimal;
  /** `null` if the feed's prices are not money. */
  readonly quote: Currency | null;
  readonly cost: { readonly perUnit: Decimal; readonly currency: Currency } | null;
}

const known = new WeakMap<Holding, { of: readonly unknown[]; position: Position | null }>();

/**
 * `null` if a number cannot be read. Returns the same object for the same holding, so that cached
 * values remain usable.
 */
export function positionOf(
  feedId: FeedId,
  holding: Holding,
  attributes: FeedAttributes | undefined,
): Position | null {
  const of = [feedId, attributes];
  const before = known.get(holding);
  if (before?.of.every((each, at) => each === of[at])) return before.position;
  const position = readPosition(feedId, holding, attributes);
  known.set(holding, { of, position });
  return position;
}

function readPosition(
  feedId: FeedId,
  { quantity, cost }: Holding,
  attributes: FeedAttributes | undefined,
): Position | null {
  const units = parseDecimal(quantity);
  const perUnit = cost && parseDecimal(cost.perUnit);
  if (!units || (cost && !perUnit)) return null;
  return {
    feedId,
    quantity: units,
    quote: attributes ? heldCurrency(attributes) : null,
    cost: cost && perUnit && { perUnit, currency: cost.currency },
  };
}

/**
 * The currency of a holding's value. Unlike in a row, an exchange rate counts: 1,000 of EUR/USD are
 * euros, worth dollars.
 */
export function heldCurrency(attributes: FeedAttributes): Currency | null {
  const quote = attribute(attributes, 'quote_currency') ?? '';
  const isPair = attribute(attributes, 'asset_type') === 'FX' && /^[A-Z]{3}$/.test(quote);
  return isPair ? quote : amountCurrency(attributes);
}

/** `null` if there is no feed for the conversion. */
export function valueTerm(
  { feedId, quantity, quote }: Position,
  currency: Currency,
  feeds: CurrencyFeeds,
): SumTerm | null {
  const route = quote === null ? null : routeBetween(quote, currency, feeds);
  if (!route) return null;
  return {
    amount: multiply(toRational(quantity), route.factor),
    factors: [{ id: feedId, isInverse: false }, ...route.legs],
  };
}

/** The negative cost at current rates; `null` if unknown. */
export function costTerm(
  { cost, quantity }: Position,
  currency: Currency,
  feeds: CurrencyFeeds,
): SumTerm | null {
  const route = cost && routeBetween(cost.currency, currency, feeds);
  if (!route) return null;
  const units = toRational({ ...quantity, mantissa: -quantity.mantissa });
  const paid = multiply(units, toRational(cost.perUnit));
  return { amount: multiply(paid, route.factor), factors: route.legs };
}
