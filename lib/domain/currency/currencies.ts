import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { feedName } from '../prices/feed-name.ts';
import type { CurrencyFeed } from './currency-feed.ts';
import type { FeedId } from '../../base/units.ts';
import { ONE, type Rational } from './rational.ts';

/**
 * A currency in which figures can be shown: an ISO 4217 code, `BTC`, `ETH`, `XAU` (a troy ounce of
 * gold) or `XAU-g` (a gram of it).
 */
export type Currency = string;

/** The currency that all others have a feed against. */
export const PIVOT = 'USD';

const GRAM = 'XAU-g';

/** Currencies that are not fiat, by the symbol of their feed. */
const OTHERS: Readonly<Record<string, Currency>> = {
  'Crypto.BTC/USD': 'BTC',
  'Crypto.ETH/USD': 'ETH',
  'Metal.XAU/USD': 'XAU',
};

/** The feed of this currency, and of no other, if the attributes are those of such a feed. */
export function currencyOfFeed(
  id: FeedId,
  attributes: FeedAttributes,
): { currency: Currency; feed: CurrencyFeed } | null {
  if (feedName(attributes, id).deprecated) return null;
  const other = OTHERS[attribute(attributes, 'symbol') ?? ''];
  if (other !== undefined) return { currency: other, feed: { id, isInverse: false } };
  if (attribute(attributes, 'asset_type') !== 'FX') return null;
  const base = attribute(attributes, 'base');
  const quote = attribute(attributes, 'quote_currency');
  if (base === undefined || quote === undefined) return null;
  if (quote === PIVOT && isFiat(base)) return { currency: base, feed: { id, isInverse: false } };
  if (base === PIVOT && isFiat(quote)) return { currency: quote, feed: { id, isInverse: true } };
  return null;
}

/** The feed whose price a currency has: a gram of gold has the ounce's. */
export function pricedAs(currency: Currency): Currency {
  return currency === GRAM ? 'XAU' : currency;
}

/** How many of a currency are one of what `pricedAs` returns: 31.1034768 g are a troy ounce. */
export function unitsPerPriced(currency: Currency): Rational {
  return currency === GRAM ? { numerator: 311_034_768n, denominator: 10_000_000n } : ONE;
}

// A deliverable future or an index may have FX attributes, too; its base is longer.
function isFiat(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && code !== PIVOT;
}
