import type { FeedId } from '../../base/units.ts';
import { convertPastPrice, convertSpark } from '../currency/convert-past.ts';
import { convertPrice } from '../currency/convert-price.ts';
import type { Currency } from '../currency/currencies.ts';
import { routeOfFeed, type ConversionRoute } from '../currency/route.ts';
import type { Change } from '../history/change.ts';
import type { StoredPrice } from '../prices/stored-price.ts';
import { changeOf, type ChangeSpan } from './change.ts';
import type { Market, MarketSettings } from './market.ts';

export interface ShownPrice {
  /** As old as its oldest part, and verified only if all parts are. Missing while a rate is. */
  price: StoredPrice | undefined;
  /** The currency that the price is converted to; `null`: as quoted. */
  currency: Currency | null;
  /** The feeds of the exchange rates. */
  rates: readonly FeedId[];
}

type Conversion = Pick<MarketSettings, 'attributes' | 'currency' | 'currencyFeeds'>;

/** How a feed's prices are converted; `null`: they are shown as quoted. */
export function routeIn(
  { attributes, currency, currencyFeeds }: Conversion,
  id: FeedId,
): ConversionRoute | null {
  if (currency === null) return null;
  return routeOfFeed({ id, attributes: attributes[id] ?? {} }, currency, currencyFeeds);
}

/** A feed's price in the display currency. */
export function shownPrice(market: Market, id: FeedId): ShownPrice {
  const price = market.priceOf(id);
  const route = routeIn(market, id);
  if (!route) return { price, currency: null, rates: [] };
  const rates = route.legs.map((leg) => leg.id);
  const legs = rates.flatMap((rate) => market.priceOf(rate) ?? []);
  const isComplete = price !== undefined && legs.length === rates.length;
  const converted = isComplete ? convertPrice(price, route, legs) : null;
  return { price: converted ?? undefined, currency: market.currency, rates };
}

/** The stored sparkline of the shown price; `null` while a line is unknown. */
export function shownSpark(
  route: ConversionRoute | null,
  id: FeedId,
  texts: Readonly<Record<FeedId, string>> | undefined,
  trust: string | null,
): string | null {
  const own = texts?.[id] ?? null;
  if (!route) return own;
  const legs = route.legs.map((leg) => texts?.[leg.id] ?? null);
  return convertSpark(own, route, legs, trust);
}

/** The change of the shown price. */
export function shownChange(market: Market, id: FeedId, { period, texts }: ChangeSpan): Change {
  const text = convertPastPrice(texts, id, routeIn(market, id));
  return changeOf(market, id, { price: shownPrice(market, id).price, period, text });
}
