import { convertPastPrice } from '../../domain/currency/convert-past.ts';
import { convertPrice } from '../../domain/currency/convert-price.ts';
import { routeOfFeed } from '../../domain/currency/route.ts';
import { attribute, type FeedAttributes } from '../../domain/prices/attributes.ts';
import { conditionOf } from '../../domain/prices/condition.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { ListedFeed, PricePart } from './listed-feed.ts';

/** Everything that exported prices are calculated from. */
export interface PriceSource {
  /** `null`: as quoted. */
  currency: string | null;
  currencyFeeds: CurrencyFeeds;
  attributes: Readonly<Record<FeedId, FeedAttributes>>;
  priceOf: (id: FeedId) => StoredPrice | null;
  pastPrices: Readonly<Record<FeedId, string>>;
  /** By the local clock; `null`: no request in this session. */
  lastAskedAtMs: UnixMilliseconds | null;
  /** By the local clock. */
  nowMs: UnixMilliseconds;
  /** Local clock minus true time. */
  skewMs: number;
  staleLimitSeconds: number;
}

/** A price as the list shows it. */
export interface ShownPrice extends Pick<ListedFeed, 'price' | 'convertedTo' | 'parts'> {
  /** The stored price from which the change starts. */
  pastPrice: string | null;
}

/** Missing while an exchange rate is missing. */
export function exportedPrice(source: PriceSource, id: FeedId): ShownPrice {
  const { currency, attributes, currencyFeeds, pastPrices } = source;
  const price = source.priceOf(id);
  const own = partOf(source, id);
  const feed = { id, attributes: attributes[id] ?? {} };
  const route = currency === null ? null : routeOfFeed(feed, currency, currencyFeeds);
  const pastPrice = convertPastPrice(pastPrices, id, route);
  if (!route) return { price, convertedTo: null, parts: [own], pastPrice };
  const ids = route.legs.map((leg) => leg.id);
  const legs = ids.flatMap((legId) => source.priceOf(legId) ?? []);
  const isComplete = price !== null && legs.length === ids.length;
  return {
    price: isComplete ? convertPrice(price, route, legs) : null,
    convertedTo: currency,
    parts: [own, ...ids.map((legId) => partOf(source, legId))],
    pastPrice,
  };
}

function partOf(source: PriceSource, id: FeedId): PricePart {
  const { nowMs, skewMs, lastAskedAtMs, staleLimitSeconds: limitSeconds } = source;
  const attributes = source.attributes[id] ?? {};
  const price = source.priceOf(id);
  return {
    id,
    symbol: feedName(attributes, id).symbol,
    currency: attribute(attributes, 'quote_currency') ?? null,
    price,
    condition: conditionOf({
      attributes,
      price,
      lastAskedAtMs: lastAskedAtMs ?? 0,
      limitSeconds,
      nowMs,
      skewMs,
    }),
  };
}
