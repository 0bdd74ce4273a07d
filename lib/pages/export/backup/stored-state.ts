import { browser } from 'wxt/browser';
import { ExportError } from '../../../base/save-error.ts';
import type { ReadableItem } from '../../../storage/stored.ts';
import { itemsFor } from '../../../storage/table.ts';

const BACKUP_ITEMS = itemsFor('backup');

/** In alphabetical order. */
export const BACKUP_KEYS: readonly string[] = BACKUP_ITEMS.map(({ key }) => key).toSorted();

/** Raw values under {@link BACKUP_KEYS}. */
export type StoredState = Readonly<Record<string, unknown>>;

/**
 * @throws ExportError after a downgrade: newer values would be missing from a file, and an import
 * would lose them
 */
export async function readStoredState(): Promise<StoredState> {
  const stored = await browser.storage.local.get<Record<string, unknown>>([...BACKUP_KEYS]);
  if (BACKUP_ITEMS.some(({ key, isNewer }) => isNewer(stored[key]))) {
    throw new ExportError(
      'A newer version of Pricelight stored some of these values. Update Pricelight first.',
    );
  }
  return stored;
}

export function valueIn<T>(stored: StoredState, item: ReadableItem<T>): T {
  return item.parse(stored[item.key]);
}

/** Defaults are never stored. */
export function isOwn(stored: StoredState, { key }: { key: string }): boolean {
  return stored[key] !== undefined;
}
