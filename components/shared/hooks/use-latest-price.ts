import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { watchLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { underTrust, type StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { createReaders } from './price-readers.ts';

/** A price as this page received it. */
export interface LatestPrice {
  readonly price: StoredPrice;
  /** The price before the conversion to the display currency. */
  readonly quoted?: StoredPrice;
}

type StoredPrices = Pick<ReadonlyMap<FeedId, StoredPrice>, 'get'>;

/** Kept outside React state: a tick re-renders only the readers of its feed. */
export interface PriceStore {
  /** @param isInView readers in view are called first */
  subscribe: (id: string, onChange: () => void, isInView?: () => boolean) => () => void;
  read: (id: string) => LatestPrice | undefined;
  /**
   * Adds stored prices, each when it is first read: a long list shows only a few of them. Newer
   * prices win. @param trust in force at the read; no proof counts until it is known
   */
  prime: (prices: StoredPrices, trust: string) => void;
  close: () => void;
  /** The store of the unconverted prices. */
  quoted?: PriceStore;
}

/** Listens at once. Create it before the first read, so that no tick is missed. */
export function createPriceStore(): PriceStore {
  const figures = new Map<FeedId, LatestPrice>();
  let trust = trustInForce.fallback;
  const readers = createReaders();

  // Prices that arrived before `prime` provided the trust.
  const early = new Map<FeedId, StoredPrice | undefined>();
  let takeStored: ((id: FeedId) => StoredPrice | undefined) | undefined;

  const stopWatching = watchLatestPrices((changed) => {
    for (const [id, price] of changed) {
      if (takeStored) setPrice(id, price);
      else early.set(id, price);
    }
    readers.announce();
  });

  const stopWatchingTrust = trustInForce.watch((now) => {
    trust = now;
    for (const [id, { price }] of figures) setPrice(id, price);
    readers.announce();
  });

  function setPrice(id: string, price: StoredPrice | undefined): void {
    const isRead = readers.has(id);
    if (price) figures.set(id, { price: underTrust(price, trust) });
    // Keep the price of a removed feed: the removal may be undone.
    else if (isRead) figures.delete(id);
    if (isRead) readers.markChanged(id);
  }

  function read(id: FeedId): LatestPrice | undefined {
    const price = figures.has(id) ? undefined : takeStored?.(id);
    if (price) figures.set(id, { price: underTrust(price, trust) });
    return figures.get(id);
  }

  return {
    close: () => {
      stopWatching();
      stopWatchingTrust();
      readers.close();
    },
    read,
    prime: (prices, trustAtRead) => {
      // If the trust has changed, the watcher's value is newer.
      if (trust === trustInForce.fallback) trust = trustAtRead;
      takeStored = eachOnce(prices);
      readers.markAll();
      for (const [id, price] of early) setPrice(id, price);
      early.clear();
      readers.announce();
    },
    subscribe: readers.add,
  };
}

/** Returns each price only once: it is outdated after that. */
function eachOnce(prices: StoredPrices): (id: FeedId) => StoredPrice | undefined {
  const given = new Set<FeedId>();
  return (id) => {
    if (given.has(id)) return undefined;
    given.add(id);
    return prices.get(id);
  };
}

export const PriceStoreContext = createContext<PriceStore | null>(null);

/** For components that choose when to read a price. */
export function usePriceStore(): PriceStore {
  const store = use(PriceStoreContext);
  if (!store) throw new Error('The page provides no PriceStoreContext.');
  return store;
}

/** The store of prices as quoted, even when prices are shown in another currency. */
export function useQuotedStore(): PriceStore {
  const store = usePriceStore();
  return store.quoted ?? store;
}

/** `undefined` if unknown. @param isInView readers in view render first; a stable function */
export function useLatestPrice(id: string, isInView?: () => boolean): LatestPrice | undefined {
  const store = usePriceStore();
  const subscribe = useCallback(
    (onChange: () => void) => store.subscribe(id, onChange, isInView),
    [store, id, isInView],
  );
  return useSyncExternalStore(subscribe, () => store.read(id));
}
