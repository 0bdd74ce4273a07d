import { removeItems } from './areas.ts';

/** Local keys of earlier versions. */
export const OBSOLETE_KEYS = [
  // 0.2.0: the reliability of each price service by hour.
  'serviceStats',
  // 0.2.0: counters of the diagnostics.
  'counts',
  // 0.2.0: the feed list, which is in a database and is fetched again.
  'catalogue',
  // Settings that are gone, for the news.
  'removedSettings',
];

export async function removeObsoleteItems(): Promise<void> {
  await removeItems('local', OBSOLETE_KEYS);
}
