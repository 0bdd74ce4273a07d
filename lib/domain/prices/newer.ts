import { toSeconds, type UnixMilliseconds } from '../../base/units.ts';
import type { StoredPrice } from './stored-price.ts';

/** A position in the order of a feed's prices. */
export type Moment = Readonly<Pick<StoredPrice, 'publishTime' | 'slot'>>;

/** A publish time this much ahead of the corrected clock is not yet wrong. */
export const MAX_CLOCK_ERROR_SECONDS = 60;

/** Orders by publish time, then by slot; a known slot comes after an unknown one. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.publishTime !== b.publishTime) return a.publishTime - b.publishTime;
  if (b.slot === null) return a.slot === null ? 0 : 1;
  return a.slot === null ? 0 : a.slot - b.slot;
}

/**
 * Whether a price comes after the `last` one. A `last` one that is further in the future than clock
 * error explains must not block correct ones. If the new price is ahead as well, the local clock is
 * slow.
 *
 * @param nowMs corrected time
 */
export function isNewer(price: Moment, last: Moment, nowMs: UnixMilliseconds): boolean {
  if (compareMoments(price, last) > 0) return true;
  const latest = toSeconds(nowMs) + MAX_CLOCK_ERROR_SECONDS;
  return last.publishTime > latest && price.publishTime <= latest;
}
