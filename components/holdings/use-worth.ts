import type { Currency } from '@/lib/domain/currency/currencies.ts';
import type { FeedFacts } from '@/lib/domain/holdings/ingredients.ts';
import { valueTerm, type Position } from '@/lib/domain/holdings/position.ts';
import { valueHoldings, type HoldingValue } from '@/lib/domain/holdings/value-holdings.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import type { CurrencyFeeds } from '@/lib/domain/currency/currency-feed.ts';
import { failedChecks, missingFeeds } from '@/lib/storage/values/prices.ts';
import { isProven } from '@/lib/domain/prices/stored-price.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useQuotedStore } from '../shared/hooks/use-latest-price.ts';
import { usePriceChanges } from '../shared/hooks/use-price-changes.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

interface Worth {
  value: HoldingValue;
  currency: Currency;
}

const NO_FEEDS: CurrencyFeeds = {};

/**
 * The value of a position, in the display currency if it can be converted; `null` while a price is
 * missing or does not count.
 */
export function useWorth(position: Position): Worth | null {
  const store = useQuotedStore();
  const feeds = useStored(currencyFeeds) ?? NO_FEEDS;
  const currency = shownCurrency(position, useStored(displayCurrency) ?? null, feeds);
  const missing = useStored(missingFeeds);
  const failed = useStored(failedChecks);
  const isProofRequired = useRequiredTrust() !== null;
  const ids = feedIds(position, currency, feeds);
  usePriceChanges(store, ids);
  if (currency === null) return null;

  const factsOf = (id: FeedId): FeedFacts => {
    const price = store.read(id)?.price;
    return {
      price: isProofRequired && !isProven(price) ? undefined : price,
      missing: missing?.[id],
      failed: failed?.[id],
      // The sentence shows the age of the price instead.
      isClosed: false,
      isStale: false,
      isProven: true,
    };
  };
  const facts = new Map(ids.map((id) => [id, factsOf(id)]));
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
