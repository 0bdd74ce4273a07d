import { alertRules, alertSettings } from '../../storage/alerts.ts';
import { followedFeeds } from '../../storage/catalogue.ts';
import {
  appearance,
  backgroundUpdates,
  connectionSettings,
  signatures,
  staleLimitSeconds,
  trustSettings,
} from '../../storage/settings.ts';
import { groups, listView, rowNames } from '../../storage/view.ts';
import { badgeFeedId, watchlist } from '../../storage/watchlist.ts';
import type { StoredItem } from '../../storage/stored-item.ts';

/** The local storage keys that a backup contains. */
export const BACKUP_KEYS: readonly string[] = [
  alertRules,
  alertSettings,
  appearance,
  backgroundUpdates,
  badgeFeedId,
  connectionSettings,
  followedFeeds,
  groups,
  listView,
  rowNames,
  signatures,
  staleLimitSeconds,
  trustSettings,
  watchlist,
]
  .map(({ key }) => key)
  .toSorted();

/** The raw local storage values under {@link BACKUP_KEYS}. */
export type StoredState = Readonly<Record<string, unknown>>;

/** The parsed value of an item. */
export function valueIn<T>(stored: StoredState, item: StoredItem<T>): T {
  return item.parse(stored[item.key]);
}

/** Whether the user ever changed an item. Defaults are never stored. */
export function isOwn(stored: StoredState, { key }: { key: string }): boolean {
  return stored[key] !== undefined;
}
