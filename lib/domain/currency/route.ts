import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import type { FeedId } from '../../base/units.ts';
import type { CurrencyFeed, CurrencyFeeds } from './currency-feed.ts';
import { pricedAs, PIVOT, unitsPerPriced, type Currency } from './currencies.ts';
import { invert, multiply, ONE, type Rational } from './rational.ts';

/** How figures of one currency become figures of another. */
export interface Route {
  /** At most two feeds. The price of each multiplies the figure, or divides it if inverse. */
  readonly legs: readonly CurrencyFeed[];
  /** A fixed rate besides, such as grams per ounce. */
  readonly factor: Rational;
}

// What these feeds measure is not an amount of their quote currency.
const NOT_AMOUNTS: readonly string[] = [
  'Rates',
  'Kalshi',
  'Crypto Redemption Rate',
  'Crypto Index',
];

/**
 * The currency that a feed's price is an amount of; `null` if it is none, as for a rate, a yield,
 * an index in points, or an exchange rate: 1.08 dollars per euro would mean nothing in yen.
 */
export function amountCurrency(attributes: FeedAttributes): Currency | null {
  const type = attribute(attributes, 'asset_type') ?? '';
  const quote = attribute(attributes, 'quote_currency');
  if (quote === undefined || !/^[A-Z]{3,4}$/.test(quote)) return null;
  return type === 'FX' || NOT_AMOUNTS.includes(type) ? null : quote;
}

/**
 * The route from one currency to another through the US dollar.
 *
 * @param feeds by currency
 * @returns `null` if one of them has no feed
 */
export function routeBetween(from: Currency, to: Currency, feeds: CurrencyFeeds): Route | null {
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

/** How the prices of a feed become figures of a currency; `null`: they are shown as quoted. */
export function routeOfFeed(
  { id, attributes }: { id: FeedId; attributes: FeedAttributes },
  currency: Currency,
  feeds: CurrencyFeeds,
): Route | null {
  const quoted = amountCurrency(attributes);
  if (quoted === null || quoted === currency) return null;
  const route = routeBetween(quoted, currency, feeds);
  // Bitcoin in bitcoin is one.
  return route?.legs.some((leg) => leg.id === id) ? null : route;
}
