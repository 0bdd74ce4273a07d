import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { isDeprecated } from '../prices/feed-name.ts';
import type { CurrencyFeed } from './currency-feed.ts';
import type { FeedId } from '../../base/units.ts';
import type { Rational } from './rational.ts';

/**
 * An ISO 4217 code, `BTC`, `ETH`, `XAU` (a troy ounce of gold), `XAU-g` (a gram), or the code of a
 * hundredth, such as `USc`.
 */
export type Currency = string;

/** All other currencies have a feed against this one. */
export const PIVOT = 'USD';

const GRAM = 'XAU-g';

/** Hundredths in which futures and the exchanges of London, Johannesburg and Tel Aviv quote. */
const CENTS: ReadonlyMap<Currency, Currency> = new Map([
  ['USc', 'USD'],
  ['USX', 'USD'],
  ['CAc', 'CAD'],
  ['AUc', 'AUD'],
  ['EUc', 'EUR'],
  ['EUX', 'EUR'],
  ['GBX', 'GBP'],
  ['GBp', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
]);

/** Currencies by the symbol of their feed. */
const OTHERS: Readonly<Record<string, Currency>> = {
  'Crypto.BTC/USD': 'BTC',
  'Crypto.ETH/USD': 'ETH',
  'Metal.XAU/USD': 'XAU',
};

/** The currency that these attributes price, if any. */
export function currencyOfFeed(
  id: FeedId,
  attributes: FeedAttributes,
): { currency: Currency; feed: CurrencyFeed } | null {
  if (isDeprecated(attributes)) return null;
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

/** The currency whose feed prices this one: grams of gold use the ounce, cents their currency. */
export function pricedAs(currency: Currency): Currency {
  return currency === GRAM ? 'XAU' : (CENTS.get(currency) ?? currency);
}

/** A troy ounce is 31.1034768 g; a dollar is 100 cents. */
export function unitsPerPriced(currency: Currency): Rational {
  if (currency === GRAM) return { numerator: 311_034_768n, denominator: 10_000_000n };
  return { numerator: CENTS.has(currency) ? 100n : 1n, denominator: 1n };
}

export function isCents(currency: Currency): boolean {
  return CENTS.has(currency);
}

// A deliverable future or an index has a longer base than three letters.
function isFiat(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && code !== PIVOT;
}
