import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mayLeave } from '@/lib/domain/market/market.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { sampleFeeds } from '@/lib/domain/samples/sample-feeds.ts';
import { inquire } from '@/lib/pages/inquiries.ts';
import { useQuotedStore } from '../../shared/hooks/use-latest-price.ts';
import { useMarketSettings } from '../../shared/hooks/use-market.ts';

// Wait for a pause in typing and scrolling before requesting prices.
const REST_MS = 300;

type Prices = Readonly<Record<string, StoredPrice>>;

/** Keeps the prices of search results while the search is open. */
export function useFoundPrices() {
  const [asked, setAsked] = useState<Prices>({});
  const store = useQuotedStore();
  const settings = useMarketSettings();
  return {
    /** Whether prices are samples and the feed has none. */
    isLiveOnly: (id: string): boolean =>
      settings?.areSamplesShown === true && !sampleFeeds().has(id),
    add: (prices: Prices) => setAsked((before) => ({ ...before, ...prices })),
    priceOf: (id: string): StoredPrice | undefined => {
      const price = store.read(id)?.price ?? asked[id];
      return settings && mayLeave(price, settings.signatures) ? price : undefined;
    },
  };
}

export type FoundPrices = ReturnType<typeof useFoundPrices>;

/** Requests unknown prices, each once per query. If a request fails, those prices are left out. */
export function useAskForPrices(ids: readonly string[], prices: FoundPrices): void {
  const asked = useRef(new Set<string>());
  const { add, priceOf, isLiveOnly } = prices;
  const unknown = ids.filter((id) => priceOf(id) === undefined && !isLiveOnly(id)).join();
  const ask = useEffectEvent(() => {
    const others = unknown.split(',').filter((id) => !asked.current.has(id));
    if (others.length === 0) return;
    for (const id of others) asked.current.add(id);
    inquire({ kind: 'found-prices', ids: others }).then(
      (answer) => add(answer.prices),
      () => undefined,
    );
  });
  useEffect(() => {
    if (unknown === '') return undefined;
    const timer = setTimeout(() => ask(), REST_MS);
    return () => clearTimeout(timer);
  }, [unknown]);
}
