import {
  appearance,
  backgroundUpdates,
  badgeFeedId,
  connectionSettings,
  followedFeeds,
  signatures,
  staleLimitSeconds,
  trustSettings,
  watchlist,
} from '@/lib/storage.ts';
import type { StoredItem } from '@/lib/stored-item.ts';
import { applyAppearance } from '../appearance.ts';
import { primeStored } from '../use-stored.ts';

/** Reads and hands over all that the first render shows, so that it is whole and right. */
export async function prepareOptions(): Promise<void> {
  const [look] = await Promise.all([
    prime(appearance),
    prime(backgroundUpdates),
    prime(badgeFeedId),
    prime(connectionSettings),
    prime(followedFeeds),
    prime(signatures),
    prime(staleLimitSeconds),
    prime(trustSettings),
    prime(watchlist),
  ]);
  applyAppearance(look);
}

async function prime<T>(item: StoredItem<T>): Promise<T> {
  const value = await item.getValue();
  primeStored(item, value);
  return value;
}
