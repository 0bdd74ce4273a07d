import { isMap } from '../../base/is-map.ts';

/**
 * Version 0.1.0 stored forged and unchecked prices alike as `unverified`. A schema that fails for
 * every good price would double the cost of reading it.
 */
export function withoutUnverified(raw: unknown): unknown {
  return isMap(raw) && isMap(raw['proof']) && raw['proof']['state'] === 'unverified' ? null : raw;
}
