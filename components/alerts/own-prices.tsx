import { useEffect, useState, type ReactNode } from 'react';
import { readLatestPrices } from '@/lib/storage/latest-prices.ts';
import { alertRules } from '@/lib/storage/alerts.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { trustInForce } from '@/lib/storage/trust-in-force.ts';
import { createPriceStore, PriceStoreContext, type PriceStore } from '../hooks/use-latest-price.ts';

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
  const [rules, followed, trust] = await Promise.all([
    alertRules.getValue(),
    watchlist.getValue(),
    trustInForce.getValue(),
  ]);
  const ids = new Set([...followed, ...rules.map(({ feedId }) => feedId)]);
  return { prices: await readLatestPrices([...ids], trust), trust };
}
