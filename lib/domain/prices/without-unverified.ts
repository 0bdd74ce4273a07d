import { isMap } from '../../base/is-map.ts';

/**
 * Version 0.1.0 stored both forged and unchecked prices as `unverified`. Detecting them with a
 * schema, which fails for every valid price, would double the cost of reading a price.
 */
export function withoutUnverified(raw: unknown): unknown {
  return isMap(raw) && isMap(raw['proof']) && raw['proof']['state'] === 'unverified' ? null : raw;
}
