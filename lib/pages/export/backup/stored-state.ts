import { browser } from 'wxt/browser';
import { alertRules, alertSettings } from '../../../storage/values/alerts.ts';
import { badgeView } from '../../../storage/values/badge.ts';
import { followedFeeds } from '../../../storage/values/catalogue.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import { holdings } from '../../../storage/values/holdings.ts';
import {
  appearance,
  backgroundUpdates,
  priceServices,
  signatures,
  staleLimitSeconds,
  trustSettings,
} from '../../../storage/values/settings.ts';
import { loadSchemas } from '../../../storage/load-schemas.ts';
import { groups, listView, rowNames, singleKeys } from '../../../storage/values/view.ts';
import { badgeFeedId, watchlist } from '../../../storage/values/watchlist.ts';
import { ExportError } from '../../../base/save-error.ts';
import type { ReadableItem } from '../../../storage/stored-item.ts';

/** The items in local storage that a backup contains. */
const BACKUP_ITEMS: readonly ReadableItem<unknown>[] = [
  alertRules,
  alertSettings,
  appearance,
  backgroundUpdates,
  badgeFeedId,
  badgeView,
  displayCurrency,
  followedFeeds,
  groups,
  holdings,
  listView,
  priceServices,
  rowNames,
  signatures,
  singleKeys,
  staleLimitSeconds,
  trustSettings,
  watchlist,
];

/** Their keys, in alphabetical order. */
export const BACKUP_KEYS: readonly string[] = BACKUP_ITEMS.map(({ key }) => key).toSorted();

/** The raw local storage values under {@link BACKUP_KEYS}. */
export type StoredState = Readonly<Record<string, unknown>>;

/**
 * Reads everything that a backup contains.
 *
 * @throws ExportError after a downgrade: newer values would be missing in a file, and lost at an
 *   import
 */
export async function readStoredState(): Promise<StoredState> {
  const [stored] = await Promise.all([
    browser.storage.local.get<Record<string, unknown>>([...BACKUP_KEYS]),
    // `valueIn` may need them.
    loadSchemas(),
  ]);
  if (BACKUP_ITEMS.some(({ key, isNewer }) => isNewer(stored[key]))) {
    throw new ExportError(
      'A newer version of Pricelight stored some of these values. Update Pricelight first.',
    );
  }
  return stored;
}

/** The parsed value of an item. */
export function valueIn<T>(stored: StoredState, item: ReadableItem<T>): T {
  return item.parse(stored[item.key]);
}

/** Whether the user ever changed an item. Defaults are never stored. */
export function isOwn(stored: StoredState, { key }: { key: string }): boolean {
  return stored[key] !== undefined;
}
