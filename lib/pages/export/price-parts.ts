import { attribute } from '../../domain/prices/attributes.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import { conditionIn } from '../../domain/market/facts.ts';
import type { Market } from '../../domain/market/market.ts';
import { shownPrice } from '../../domain/market/shown.ts';
import type { FeedId } from '../../base/units.ts';
import type { ListedFeed, PricePart } from './listed-feed.ts';

/** A price as the list shows it; missing while an exchange rate is missing. */
export function exportedPrice(
  market: Market,
  id: FeedId,
): Pick<ListedFeed, 'price' | 'convertedTo' | 'parts'> {
  const { price = null, currency, rates } = shownPrice(market, id);
  const parts = [id, ...rates].map((each) => partOf(market, each));
  return { price, convertedTo: currency, parts };
}

function partOf(market: Market, id: FeedId): PricePart {
  const attributes = market.attributes[id] ?? {};
  return {
    id,
    symbol: feedName(attributes, id).symbol,
    currency: attribute(attributes, 'quote_currency') ?? null,
    price: market.priceOf(id) ?? null,
    condition: conditionIn(market, id),
  };
}
