import type { Currency } from '@/lib/domain/currency/currencies.ts';
import { valueTerm, type Position } from '@/lib/domain/holdings/position.ts';
import { valueHoldings, type HoldingValue } from '@/lib/domain/holdings/value-holdings.ts';
import { factsIn } from '@/lib/domain/market/facts.ts';
import { leaving } from '@/lib/domain/market/market.ts';
import type { CurrencyFeeds } from '@/lib/domain/currency/currency-feed.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { shownTime } from '../shared/hooks/clock.ts';
import { useQuotedStore } from '../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../shared/hooks/use-market.ts';
import { usePriceChanges } from '../shared/hooks/use-price-changes.ts';

interface PositionWorth {
  value: HoldingValue;
  currency: Currency;
}

const NO_FEEDS: CurrencyFeeds = {};

/**
 * The value of a position, in the display currency if it can be converted; `null` while a price is
 * missing or does not count.
 */
export function useWorth(position: Position): PositionWorth | null {
  const store = useQuotedStore();
  const settings = useMarketSettings();
  const feeds = settings?.currencyFeeds ?? NO_FEEDS;
  const currency = shownCurrency(position, settings?.currency ?? null, feeds);
  const ids = feedIds(position, currency, feeds);
  usePriceChanges(store, ids);
  if (currency === null || !settings) return null;
  const facts = factsIn(leaving(marketAt(settings, store, shownTime())), ids);
  const [value] = valueHoldings([position], currency, feeds, facts).counted;
  return value ? { value, currency } : null;
}

function shownCurrency(
  position: Position,
  display: Currency | null,
  feeds: CurrencyFeeds,
): Currency | null {
  return display !== null && valueTerm(position, display, feeds) ? display : position.quote;
}

function feedIds(position: Position, currency: Currency | null, feeds: CurrencyFeeds): FeedId[] {
  const term = currency === null ? null : valueTerm(position, currency, feeds);
  return term?.factors.map(({ id }) => id) ?? [];
}
