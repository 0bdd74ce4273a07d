import { isMap } from '../../base/is-map.ts';

/**
 * Version 0.1.0 stored prices that failed verification as `unverified`, together with those that
 * could not be checked: any of them may be forged. Checked without a schema: one that fails for
 * every good price would double the cost of reading it.
 */
export function withoutUnverified(raw: unknown): unknown {
  return isMap(raw) && isMap(raw['proof']) && raw['proof']['state'] === 'unverified' ? null : raw;
}
