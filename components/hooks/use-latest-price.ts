import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { watchLatestPrices } from '@/lib/storage/latest-prices.ts';
import { underTrust, type StoredPrice } from '@/lib/storage/prices.ts';
import { trustInForce } from '@/lib/storage/trust-in-force.ts';

/** The latest price of a feed as the page knows it. */
export interface Figure {
  readonly price: StoredPrice;
  /** How often the figure changed since the page was opened. */
  readonly changes: number;
}

/** The latest prices outside of React: a tick of one feed reaches only that feed's readers. */
export interface PriceStore {
  subscribe: (id: string, onChange: () => void) => () => void;
  read: (id: string) => Figure | undefined;
  /**
   * Takes prices that were read before; those that arrived since are newer.
   *
   * @param trust which was in force then; until it is known, no proof counts
   */
  prime: (prices: ReadonlyMap<string, StoredPrice>, trust: string) => void;
  /** Stops listening. */
  close: () => void;
}

// So many rows are drawn in a fraction of a frame. An update of hundreds of feeds is drawn in
// several goes, so that scrolling and typing come in between.
const ROWS_AT_ONCE = 64;

/** Listens from now on: to be created before the first read, so that no tick falls in between. */
export function createPriceStore(): PriceStore {
  const figures = new Map<string, Figure>();
  let trust = trustInForce.fallback;
  const readers = new Map<string, Set<() => void>>();

  const unannounced = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Those that came before the trust was known.
  const early = new Map<string, StoredPrice | undefined>();
  let isPrimed = false;

  const stopWatching = watchLatestPrices((changed) => {
    for (const [id, price] of changed) {
      if (isPrimed) take(id, price);
      else early.set(id, price);
    }
    if (timer === undefined) announce();
  });

  const stopWatchingTrust = trustInForce.watch((now) => {
    trust = now;
    for (const [id, { price }] of figures) take(id, price);
    if (timer === undefined) announce();
  });

  function take(id: string, price: StoredPrice | undefined): void {
    const before = figures.get(id);
    const isRead = readers.has(id);
    if (price)
      figures.set(id, { price: underTrust(price, trust), changes: countChanges(before, price) });
    // A feed that was just removed keeps its figure: the removal may be undone.
    else if (isRead) figures.delete(id);
    if (isRead) unannounced.add(id);
  }

  function announce(): void {
    const ids = [...unannounced].slice(0, ROWS_AT_ONCE);
    for (const id of ids) {
      unannounced.delete(id);
      for (const reader of readers.get(id) ?? []) reader();
    }
    timer = unannounced.size > 0 ? setTimeout(announce) : undefined;
  }

  return {
    close: () => {
      stopWatching();
      stopWatchingTrust();
      clearTimeout(timer);
    },
    read: (id) => figures.get(id),
    prime: (prices, trustThen) => {
      // It changed meanwhile: what the watcher was told is newer.
      if (trust === trustInForce.fallback) trust = trustThen;
      isPrimed = true;
      for (const [id, price] of prices) if (!early.has(id)) take(id, price);
      for (const [id, price] of early) take(id, price);
      early.clear();
      announce();
    },
    subscribe: (id, onChange) => {
      const watching = readers.get(id) ?? new Set();
      readers.set(id, watching.add(onChange));
      return () => {
        watching.delete(onChange);
        if (watching.size === 0) readers.delete(id);
      };
    },
  };
}

/** The page's price store. */
export const PriceStoreContext = createContext<PriceStore | null>(null);

/** The page's price store itself, for readers that follow it at their own pace. */
export function usePriceStore(): PriceStore {
  const store = use(PriceStoreContext);
  if (!store) throw new Error('The page provides no PriceStoreContext.');
  return store;
}

/** The latest price of one feed; `undefined` where none is known. */
export function useLatestPrice(id: string): Figure | undefined {
  const store = usePriceStore();
  const subscribe = useCallback(
    (onChange: () => void) => store.subscribe(id, onChange),
    [store, id],
  );
  return useSyncExternalStore(subscribe, () => store.read(id));
}

function countChanges(before: Figure | undefined, price: StoredPrice): number {
  if (!before) return 0;
  const isSame = before.price.price === price.price && before.price.expo === price.expo;
  return isSame ? before.changes : before.changes + 1;
}
