import { useEffect, useState, type ReactNode } from 'react';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { neededFeedIds } from '@/lib/storage/values/currency.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import {
  createPriceStore,
  PriceStoreContext,
  type PriceStore,
} from '../shared/hooks/use-latest-price.ts';

/** Provides a price store on a page that has none. */
export function OwnPrices({ children }: { children: ReactNode }) {
  const [prices, setPrices] = useState<PriceStore | null>(null);
  useEffect(() => {
    const store = createPriceStore();
    let isMounted = true;
    void readPrices().then(({ prices: latest, trust }) => {
      store.prime(latest, trust);
      if (isMounted) setPrices(store);
    });
    return () => {
      isMounted = false;
      store.close();
    };
  }, []);
  return prices && <PriceStoreContext value={prices}>{children}</PriceStoreContext>;
}

async function readPrices() {
  const [rules, needed, trust] = await Promise.all([
    alertRules.getValue(),
    neededFeedIds(),
    trustInForce.getValue(),
  ]);
  const ids = new Set([...needed, ...rules.flatMap(({ feedId }) => feedOf(feedId) ?? [])]);
  return { prices: await readLatestPrices([...ids], trust), trust };
}
