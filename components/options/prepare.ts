import { badgeView } from '@/lib/storage/values/badge.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import {
  appearance,
  backgroundUpdates,
  historyServices,
  priceServices,
  signatures,
  staleLimitSeconds,
  trustSettings,
} from '@/lib/storage/values/settings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { badgeFeedId, watchlist } from '@/lib/storage/values/watchlist.ts';
import type { StoredItem } from '@/lib/storage/stored.ts';
import { applyAppearance } from '../shared/hooks/appearance.ts';
import { primeStored } from '../shared/hooks/use-stored.ts';

/** Reads everything that the first render shows. */
export async function prepareOptions(): Promise<void> {
  const [chosenAppearance] = await Promise.all([
    prime(appearance),
    prime(activeService),
    prime(backgroundUpdates),
    prime(badgeFeedId),
    prime(badgeView),
    prime(connectionState),
    prime(followedFeeds),
    prime(groups),
    prime(historyServices),
    prime(priceServices),
    prime(serviceHealth),
    prime(signatures),
    prime(staleLimitSeconds),
    prime(trustSettings),
    prime(watchlist),
  ]);
  applyAppearance(chosenAppearance);
}

async function prime<T>(item: StoredItem<T>): Promise<T> {
  const value = await item.getValue();
  primeStored(item, value);
  return value;
}
