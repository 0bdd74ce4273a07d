import { PIVOT, type Currency } from '@/lib/domain/currency/currencies.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import type { CurrencyFeeds } from '@/lib/domain/currency/currency-feed.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import type { Holdings } from '@/lib/domain/holdings/holding.ts';
import { failedChecks, missingFeeds } from '@/lib/storage/values/prices.ts';
import type { FailedCheck, MissingReason } from '@/lib/domain/prices/stored-price.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useMemo } from 'react';
import { useSignatures } from '../shared/hooks/use-signatures.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

type ByFeed<T> = Readonly<Record<FeedId, T>>;

/** All stored values that a valuation needs, except the prices. */
export interface ValuationInputs {
  held: Holdings;
  currency: Currency;
  feeds: CurrencyFeeds;
  attributes: ByFeed<FeedAttributes>;
  missing: ByFeed<MissingReason>;
  failed: ByFeed<FailedCheck>;
  limitSeconds: number;
  isVerifying: boolean;
}

/** `null` before everything has been read. */
export function useValuationInputs(): ValuationInputs | null {
  const held = useStored(holdings);
  const chosen = useStored(displayCurrency);
  const feeds = useStored(currencyFeeds);
  const attributes = useStored(followedFeeds);
  const missing = useStored(missingFeeds);
  const failed = useStored(failedChecks);
  const limitSeconds = useStored(staleLimitSeconds);
  const mode = useSignatures();
  return useMemo(() => {
    if (!held || !feeds || !attributes || !missing || !failed) return null;
    if (chosen === undefined || limitSeconds === undefined || mode === null) return null;
    const currency = chosen ?? PIVOT;
    const isVerifying = mode !== 'off';
    return { held, currency, feeds, attributes, missing, failed, limitSeconds, isVerifying };
  }, [held, chosen, feeds, attributes, missing, failed, limitSeconds, mode]);
}
