import { isMap } from '../../lib/base/is-map.ts';

/** A stored list without the version that it is stored with. */
export function unversioned(stored: unknown): unknown[] {
  const value = isMap(stored) ? stored['value'] : stored;
  return Array.isArray(value) ? value : [];
}
