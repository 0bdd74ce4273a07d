import { removeItems } from './read-ahead.ts';

/** Keys in local storage that earlier versions of Pricelight wrote and that nothing reads any more. */
export const OBSOLETE_KEYS = [
  // 0.2.0: the reliability of each price service by hour.
  'serviceStats',
];

/** Deletes what earlier versions left behind. */
export async function removeObsoleteItems(): Promise<void> {
  await removeItems('local', OBSOLETE_KEYS);
}
