import {
  appearance,
  backgroundUpdates,
  badgeFeedId,
  connectionSettings,
  followedFeeds,
  staleLimitSeconds,
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
    prime(staleLimitSeconds),
    prime(watchlist),
  ]);
  applyAppearance(look);
}

async function prime<T>(item: StoredItem<T>): Promise<T> {
  const value = await item.getValue();
  primeStored(item, value);
  return value;
}
