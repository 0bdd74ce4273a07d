import { compareDecimals } from '../../domain/prices/arithmetic.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { compareMoments, isNewer } from '../../domain/prices/newer.ts';
import { isProven } from '../../domain/prices/proof.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { toSeconds, type UnixMilliseconds } from '../../base/units.ts';
import type { JudgedItem } from './judged.ts';

// No clock is wrong by more. A price published further ahead, if stored, would block all later ones,
// because an older publish time never replaces a newer one.
const MAX_AHEAD_SECONDS = 24 * 60 * 60;

/**
 * Returns the price to store, or `null` if the stored one stays because the new one is older (publish
 * time, then slot), the same, malformed, or failed verification. A proof is only stored together with
 * the price that it proves.
 *
 * @param receivedAtMs by the local clock
 * @param nowMs corrected time
 */
export function nextPrice(
  before: StoredPrice | undefined,
  { item, proof }: JudgedItem,
  receivedAtMs: UnixMilliseconds,
  nowMs = receivedAtMs,
): StoredPrice | null {
  if (item === null) return null;
  const { price, ema_price: ema, metadata } = item;
  const now = toDecimal(price.price, price.expo);
  if (!now || !toDecimal(price.conf, price.expo)) return null;
  if (!toDecimal(ema.price, ema.expo) || !toDecimal(ema.conf, ema.expo)) return null;
  if (price.publish_time > toSeconds(nowMs) + MAX_AHEAD_SECONDS) return null;

  const slot = metadata.slot ?? null;
  const moment = { publishTime: price.publish_time, slot };
  if (before && !isNewer(moment, before, nowMs)) {
    const isSameMoment = compareMoments(moment, before) === 0;
    // Of two prices of the same time, a verified one replaces one that is not. Otherwise the first stays.
    if (isProven(before) || !isSameMoment || !isProven({ proof })) {
      const isFirstProof = before.proof === undefined && proof !== undefined && isSameMoment;
      return isFirstProof ? { ...before, proof } : null;
    }
  }

  const then = before && toDecimal(before.price, before.expo);
  const change = then ? compareDecimals(now, then) : 0;
  return {
    price: price.price,
    conf: price.conf,
    expo: price.expo,
    publishTime: price.publish_time,
    emaPrice: ema.price,
    emaConf: ema.conf,
    emaExpo: ema.expo,
    slot,
    prevPublishTime: metadata.prev_publish_time ?? null,
    proofAvailableTime: metadata.proof_available_time ?? null,
    receivedAt: receivedAtMs,
    direction: change === 0 ? (before?.direction ?? 0) : change,
    ...(proof && { proof }),
  };
}
