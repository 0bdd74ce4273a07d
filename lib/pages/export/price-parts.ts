import { convertPastPrice } from '../../domain/currency/convert-past.ts';
import { convertPrice } from '../../domain/currency/convert-price.ts';
import { rateText } from '../../domain/history/past-price.ts';
import { routeOfFeed } from '../../domain/currency/route.ts';
import { attribute, type FeedAttributes } from '../../domain/prices/attributes.ts';
import { conditionOf } from '../../domain/prices/condition.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import type { ListedFeed, PricePart } from './listed-feed.ts';

/** What exported prices are made of. */
export interface PriceSource {
  /** The currency to convert to; `null`: prices stay as quoted. */
  currency: string | null;
  currencyFeeds: CurrencyFeeds;
  /** Catalog attributes by feed id. */
  attributes: Readonly<Record<FeedId, FeedAttributes>>;
  priceOf: (id: FeedId) => StoredPrice | null;
  /** Stored past prices by feed id. */
  pastPrices: Readonly<Record<FeedId, string>>;
  /** When a service was last asked, by the local clock; `null`: not in this session. */
  lastAskedAtMs: UnixMilliseconds | null;
  /** By the local clock. */
  nowMs: UnixMilliseconds;
  /** Local clock minus true time, in milliseconds. */
  skewMs: number;
  staleLimitSeconds: number;
}

/** A feed's price as the list shows it, with all that it is made of. */
export interface ShownPrice extends Pick<ListedFeed, 'price' | 'convertedTo' | 'parts'> {
  /** The past price that the change starts from, as stored; `null`: not known. */
  pastPrice: string | null;
}

/** A feed's price in the currency of an export; none while an exchange rate is missing. */
export function exportedPrice(source: PriceSource, id: FeedId): ShownPrice {
  const { currency, attributes, currencyFeeds, pastPrices } = source;
  const price = source.priceOf(id);
  const pastPrice = pastPrices[id] ?? null;
  const own = partOf(source, id);
  const feed = { id, attributes: attributes[id] ?? {} };
  const route = currency === null ? null : routeOfFeed(feed, currency, currencyFeeds);
  if (!route) return { price, convertedTo: null, parts: [own], pastPrice };
  const ids = route.legs.map((leg) => leg.id);
  const legs = ids.flatMap((legId) => source.priceOf(legId) ?? []);
  const isComplete = price !== null && legs.length === ids.length;
  return {
    price: isComplete ? convertPrice(price, route, legs) : null,
    convertedTo: currency,
    parts: [own, ...ids.map((legId) => partOf(source, legId))],
    pastPrice: convertPastPrice(
      pastPrice,
      route,
      ids.map((legId) => rateText(pastPrices, legId, pastPrice)),
    ),
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
