import type { FeedId } from '../../base/units.ts';
import { PIVOT, type Currency } from '../currency/currencies.ts';
import { currencyFeedIds } from '../currency/currency-feed.ts';
import { rateText } from '../history/past-price.ts';
import { changeOfHoldings, type HoldingsChange } from '../holdings/change-holdings.ts';
import type { Holdings } from '../holdings/holding.ts';
import type { FeedFacts } from '../holdings/ingredients.ts';
import { positionOf, type Position } from '../holdings/position.ts';
import { valueHoldings, type Valuation } from '../holdings/value-holdings.ts';
import { changeOf, type ChangeSpan } from './change.ts';
import { factsIn } from './facts.ts';
import type { Market, MarketSettings } from './market.ts';

/** The currency of all values. */
export function worthCurrency({ currency }: Pick<MarketSettings, 'currency'>): Currency {
  return currency ?? PIVOT;
}

/** The given feeds and those that convert their prices. */
export function withRates(
  ids: readonly FeedId[],
  { currencyFeeds }: Pick<MarketSettings, 'currencyFeeds'>,
): readonly FeedId[] {
  return [...new Set([...ids, ...currencyFeedIds(currencyFeeds)])];
}

/** Missing and damaged holdings have no positions. */
function positionsIn(market: Market, ids: readonly FeedId[], holdings: Holdings): Position[] {
  return ids.flatMap((id) => {
    const held = holdings[id];
    return (held && positionOf(id, held, market.attributes[id])) ?? [];
  });
}

/** Where verification is required, a price that is not verified does not count. */
function factsThatCount(market: Market, ids: readonly FeedId[]): ReadonlyMap<FeedId, FeedFacts> {
  const facts = new Map(factsIn(market, withRates(ids, market)));
  if (market.signatures !== 'require') return facts;
  for (const [id, known] of facts) {
    if (known.isProven || !known.price) continue;
    facts.set(id, { ...known, price: undefined, missing: known.missing ?? 'unproven' });
  }
  return facts;
}

export function worthIn(market: Market, ids: readonly FeedId[], holdings: Holdings): Valuation {
  return valueHoldings(
    positionsIn(market, ids, holdings),
    worthCurrency(market),
    market.currencyFeeds,
    factsThatCount(market, ids),
  );
}

/** The change of the holdings' value over a period. */
export function worthChange(
  market: Market,
  ids: readonly FeedId[],
  { holdings, period, texts }: ChangeSpan & { holdings: Holdings },
): HoldingsChange {
  return changeOfHoldings(
    positionsIn(market, ids, holdings),
    worthCurrency(market),
    market.currencyFeeds,
    factsThatCount(market, ids),
    (id, ownId) => {
      const own = texts[ownId] ?? null;
      const text = id === ownId ? own : rateText(texts, id, own);
      return changeOf(market, ownId, { price: market.priceOf(id), period, text });
    },
  );
}
