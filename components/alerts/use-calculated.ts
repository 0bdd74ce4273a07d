import { useMemo } from 'react';
import { checkBasket, type WorthCheck } from '@/lib/domain/alerts/engine/worth-check.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { basketOf, type Basket } from '@/lib/domain/holdings/basket.ts';
import { alertFactsIn } from '@/lib/domain/market/trading.ts';
import { leaving, trueMs } from '@/lib/domain/market/market.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { useMinute } from '../shared/hooks/clock.ts';
import { useQuotedStore } from '../shared/hooks/use-latest-price.ts';
import { marketAt, useMarketSettings } from '../shared/hooks/use-market.ts';
import { usePriceChanges } from '../shared/hooks/use-price-changes.ts';
import { useAllStored } from '../shared/hooks/use-stored.ts';

/** A calculated figure in the format that alerts check. */
export interface Calculated extends WorthCheck {
  basket: Basket;
}

const ITEMS = { holdings, watchlist, groups };

/** `null` for a feed's price, and until everything has been read. Follows the prices. */
export function useCalculated(id: string): Calculated | null {
  const store = useQuotedStore();
  const settings = useMarketSettings();
  const lists = useAllStored(ITEMS);
  const basket = useMemo(() => {
    const subject = subjectOf(id);
    if (subject.kind === 'feed' || !lists || !settings) return null;
    const { attributes, currencyFeeds: feeds } = settings;
    return basketOf(subject, { ...lists, attributes, feeds });
  }, [id, lists, settings]);
  const nowMs = toMilliseconds(useMinute());
  usePriceChanges(store, basket?.feedIds ?? []);
  if (!basket || !settings) return null;
  const market = marketAt(settings, store, nowMs);
  const facts = alertFactsIn(leaving(market), basket.feedIds);
  const occasion = { id, isAnswer: true, at: nowMs, trueAt: trueMs(market) };
  return { ...checkBasket(basket, facts, occasion), basket };
}
