import {
  requiredTrustOf,
  settingsOf,
  type Market,
  type MarketSettings,
} from '@/lib/domain/market/market.ts';
import { MARKET_ITEMS } from '@/lib/storage/market-items.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { underTrust, type StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { momentAt } from './use-condition.ts';
import type { PriceStore } from './use-latest-price.ts';
import { useAllStored } from './use-stored.ts';

const ITEMS = { ...MARKET_ITEMS, trust: trustInForce };

// The same object for all readers.
const known = new WeakMap<object, MarketSettings>();

/** `null` until everything has been read. Prices and ticks leave them as they are. */
export function useMarketSettings(): MarketSettings | null {
  const values = useAllStored(ITEMS);
  if (!values) return null;
  const settings = known.get(values) ?? settingsOf(values);
  known.set(values, settings);
  return settings;
}

/** `null`: unverified prices count. */
export function useRequiredTrust(): string | null {
  const settings = useMarketSettings();
  return settings && requiredTrustOf(settings);
}

/** For values that depend on many feeds. @param nowMs by the local clock */
export function marketAt(
  settings: MarketSettings,
  store: PriceStore,
  nowMs: UnixMilliseconds,
): Market {
  const priceOf = (id: FeedId): StoredPrice | undefined => {
    const price = store.read(id)?.price;
    // The store may learn of another trust after the settings.
    return price && underTrust(price, settings.trust);
  };
  return { ...settings, ...momentAt(nowMs), priceOf };
}
