import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import type { FeedId } from '../../base/units.ts';
import type { CurrencyFeed, CurrencyFeeds } from './currency-feed.ts';
import { isCents, pricedAs, PIVOT, unitsPerPriced, type Currency } from './currencies.ts';
import { invert, multiply, ONE, type Rational } from './rational.ts';

export interface ConversionRoute {
  /** At most two legs. Each price multiplies the amount, or divides it if inverse. */
  readonly legs: readonly CurrencyFeed[];
  /** Fixed factor, such as grams per ounce. */
  readonly factor: Rational;
}

// Asset types whose prices are not amounts of their quote currency.
const NOT_AMOUNTS: readonly string[] = [
  'Rates',
  'Kalshi',
  'Crypto Redemption Rate',
  'Crypto Index',
];

/**
 * The currency of a feed's price; `null` for a rate, a yield, index points or an exchange rate:
 * 1.08 dollars per euro cannot be converted to yen.
 */
export function amountCurrency(attributes: FeedAttributes): Currency | null {
  const type = attribute(attributes, 'asset_type') ?? '';
  const quote = attribute(attributes, 'quote_currency');
  if (quote === undefined || !(/^[A-Z]{3,4}$/.test(quote) || isCents(quote))) return null;
  return type === 'FX' || NOT_AMOUNTS.includes(type) ? null : quote;
}

/**
 * A route through the US dollar; `null` if a currency has no feed.
 * @param feeds feeds by currency
 */
export function routeBetween(
  from: Currency,
  to: Currency,
  feeds: CurrencyFeeds,
): ConversionRoute | null {
  const [source, target] = [pricedAs(from), pricedAs(to)];
  const factor = multiply(unitsPerPriced(to), invert(unitsPerPriced(from)));
  if (from === to) return { legs: [], factor: ONE };
  if (source === target) return { legs: [], factor };
  const legs: CurrencyFeed[] = [];
  if (source !== PIVOT) {
    const feed = feedOf(source, feeds);
    if (!feed) return null;
    legs.push(feed);
  }
  if (target !== PIVOT) {
    const feed = feedOf(target, feeds);
    if (!feed) return null;
    legs.push({ ...feed, isInverse: !feed.isInverse });
  }
  return { legs, factor };
}

function feedOf(currency: Currency, feeds: CurrencyFeeds): CurrencyFeed | null {
  return (Object.hasOwn(feeds, currency) && feeds[currency]) || null;
}

/** `null`: shown as quoted. */
export function routeOfFeed(
  { id, attributes }: { id: FeedId; attributes: FeedAttributes },
  currency: Currency,
  feeds: CurrencyFeeds,
): ConversionRoute | null {
  const quoted = amountCurrency(attributes);
  if (quoted === null || quoted === currency) return null;
  const route = routeBetween(quoted, currency, feeds);
  return route?.legs.some((leg) => leg.id === id) ? null : route;
}
