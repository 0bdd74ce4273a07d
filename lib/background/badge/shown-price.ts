import { convertPastPrice } from '../../domain/currency/convert-past.ts';
import { convertPrice } from '../../domain/currency/convert-price.ts';
import { routeOfFeed, type Route } from '../../domain/currency/route.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId } from '../../base/units.ts';
import type { Cached } from '../cached.ts';
import type { MarketSettings } from '../market-facts.ts';

/** The settings that decide in which currency prices are shown. */
export interface CurrencySettings extends Pick<MarketSettings, 'followedFeeds'> {
  /** `null`: prices are shown as quoted. */
  displayCurrency: Cached<string | null>;
  currencyFeeds: Cached<CurrencyFeeds>;
}

export interface ShownPrice {
  price: StoredPrice | undefined;
  /** The currency that the price is converted to; `null`: as quoted. */
  currency: string | null;
  /** The feeds of the exchange rates used. */
  rates: readonly FeedId[];
}

/** A feed's price in the display currency; no price while an exchange rate is missing. */
export function shownPrice(
  settings: CurrencySettings,
  prices: ReadonlyMap<FeedId, StoredPrice>,
  id: FeedId,
): ShownPrice {
  const price = prices.get(id);
  const currency = settings.displayCurrency.current;
  const route = routeOf(settings, id);
  if (!price || !route) return { price, currency: null, rates: [] };
  const rates = route.legs.map((leg) => leg.id);
  const legs = rates.flatMap((rate) => prices.get(rate) ?? []);
  if (legs.length < rates.length) return { price: undefined, currency, rates };
  return { price: convertPrice(price, route, legs) ?? undefined, currency, rates };
}

/** A feed's stored past price in the display currency; `null`: not known yet. */
export function shownPastPrice(
  settings: CurrencySettings,
  texts: Readonly<Record<FeedId, string>>,
  id: FeedId,
): string | null {
  return convertPastPrice(texts, id, routeOf(settings, id));
}

/** How a feed's prices are converted; `null`: they are shown as quoted. */
function routeOf(
  { displayCurrency, currencyFeeds, followedFeeds }: CurrencySettings,
  id: FeedId,
): Route | null {
  const { current: currency } = displayCurrency;
  if (currency === null) return null;
  const attributes = followedFeeds.current[id] ?? {};
  return routeOfFeed({ id, attributes }, currency, currencyFeeds.current);
}
