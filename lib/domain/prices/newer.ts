import { toSeconds, type UnixMilliseconds } from '../../base/units.ts';
import { compareDecimals } from './arithmetic.ts';
import { toDecimal } from './decimal.ts';
import { isProven, type StoredPrice } from './stored-price.ts';

/** A position in the order of a feed's prices. */
export type Moment = Readonly<Pick<StoredPrice, 'publishTime' | 'slot'>>;

/** A position, with the position of the newest verified price so far. */
export interface NewestMoment extends Moment {
  /** `null` if there was none; missing if unknown. */
  readonly verified?: Moment | null | undefined;
}

/** A publish time up to this far ahead of the corrected clock counts as clock error. */
export const MAX_CLOCK_ERROR_SECONDS = 60;

/** The same, once signed prices have corrected the clock. */
const MAX_VERIFIED_CLOCK_ERROR_SECONDS = 5;

// No clock is off by more than this. A price published further ahead would block all later ones.
const MAX_AHEAD_SECONDS = 24 * 60 * 60;

/** Orders by publish time, then slot; a known slot comes after an unknown one. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.publishTime !== b.publishTime) return a.publishTime - b.publishTime;
  if (b.slot === null) return a.slot === null ? 0 : 1;
  return a.slot === null ? 0 : a.slot - b.slot;
}

/** @param before `null` for the first price */
export function positionAfter(
  { publishTime, slot }: Moment,
  isVerified: boolean,
  before: NewestMoment | null,
): NewestMoment {
  const moment = { publishTime, slot };
  return { ...moment, verified: isVerified ? moment : (before?.verified ?? null) };
}

/**
 * The position that a price must be newer than. Unverified prices never hold back a verified one.
 */
export function lastFor(isVerified: boolean, last: NewestMoment): Moment | null {
  return isVerified && last.verified !== undefined ? last.verified : last;
}

/**
 * Whether a price comes after `last`. A `last` further in the future than clock error explains must
 * not block correct ones. If the new price is ahead too, the local clock is slow. @param nowMs
 * corrected time
 */
export function isNewer(price: Moment, last: Moment, nowMs: UnixMilliseconds): boolean {
  if (compareMoments(price, last) > 0) return true;
  const latest = toSeconds(nowMs) + MAX_CLOCK_ERROR_SECONDS;
  return last.publishTime > latest && price.publishTime <= latest;
}

/**
 * Whether a price may be stored: readable, and not from far in the future. @param nowMs corrected
 * time
 */
export function isPlausible(
  { price, conf, expo, emaPrice, emaConf, emaExpo, publishTime }: StoredPrice,
  nowMs: UnixMilliseconds,
): boolean {
  const isReadable =
    toDecimal(price, expo) !== null &&
    toDecimal(conf, expo) !== null &&
    toDecimal(emaPrice, emaExpo) !== null &&
    toDecimal(emaConf, emaExpo) !== null;
  return isReadable && publishTime <= toSeconds(nowMs) + MAX_AHEAD_SECONDS;
}

/**
 * Whether verified prices, which correct a slow clock, show an unverified one to be from the
 * future. @param nowMs corrected time
 */
export function isRefutedAhead(
  price: StoredPrice,
  before: StoredPrice,
  nowMs: UnixMilliseconds,
): boolean {
  const isAhead = price.publishTime > toSeconds(nowMs) + MAX_VERIFIED_CLOCK_ERROR_SECONDS;
  return isAhead && !isProven(price) && lastVerified(before) !== null;
}

/** The newest verified price so far. */
export function lastVerified(price: StoredPrice): Moment | null {
  return isProven(price) ? price : (price.verifiedBefore ?? null);
}

/**
 * The price to store, or `null` if the new one is older, the same or implausible. A proof is stored
 * only with the price that it proves. @param nowMs corrected time
 */
export function nextPrice(
  before: StoredPrice | undefined,
  price: StoredPrice,
  nowMs: UnixMilliseconds,
): StoredPrice | null {
  if (!isPlausible(price, nowMs)) return null;
  if (!before) return price;
  // A sample never replaces a real price, and the two are never compared.
  if (before.isSample !== price.isSample) return price.isSample ? null : price;
  if (isRefutedAhead(price, before, nowMs)) return null;
  const verified = lastVerified(before);
  const last = lastFor(isProven(price), { ...before, verified });
  if (last && !isNewer(price, last, nowMs)) {
    const isFirstVerdict = before.proof === undefined && price.proof !== undefined;
    return isFirstVerdict && !isProven(price) && compareMoments(price, before) === 0
      ? { ...before, proof: price.proof }
      : null;
  }
  const direction = directionOf(price, before);
  if (isProven(price) || !verified) return { ...price, direction };
  const { publishTime, slot } = verified;
  return { ...price, direction, verifiedBefore: { publishTime, slot } };
}

/** The last change's sign if the price stayed the same. */
function directionOf(price: StoredPrice, before: StoredPrice): StoredPrice['direction'] {
  const now = toDecimal(price.price, price.expo);
  const then = toDecimal(before.price, before.expo);
  const change = now && then ? compareDecimals(now, then) : 0;
  return change === 0 ? before.direction : change;
}
