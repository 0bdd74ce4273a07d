import { removeItems } from './read-ahead.ts';

/** Local keys of earlier versions. */
export const OBSOLETE_KEYS = [
  // 0.2.0: the reliability of each price service by hour.
  'serviceStats',
  // 0.2.0: counters of the diagnostics.
  'counts',
];

export async function removeObsoleteItems(): Promise<void> {
  await removeItems('local', OBSOLETE_KEYS);
}
