import { compareMoments } from '../../domain/alerts/model/price.ts';
import { compareDecimals } from '../../domain/prices/arithmetic.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { isProven } from '../../domain/prices/proof.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { toSeconds, type UnixMilliseconds, type UnixSeconds } from '../../base/units.ts';
import type { JudgedItem } from './judged.ts';

// No clock is wrong by more. A price published further ahead, if stored, would block all later ones,
// because an older publish time never replaces a newer one.
const MAX_AHEAD_SECONDS = 24 * 60 * 60;
const MAX_CLOCK_ERROR_SECONDS = 60;

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
  const nowSeconds = toSeconds(nowMs);
  if (!now || !toDecimal(price.conf, price.expo)) return null;
  if (!toDecimal(ema.price, ema.expo) || !toDecimal(ema.conf, ema.expo)) return null;
  if (price.publish_time > nowSeconds + MAX_AHEAD_SECONDS) return null;

  const slot = metadata.slot ?? null;
  if (before && !isNewer(before, price.publish_time, slot, nowSeconds)) {
    const isSameMoment = compareMoments({ publishTime: price.publish_time, slot }, before) === 0;
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

function isNewer(
  before: StoredPrice,
  publishTime: UnixSeconds,
  slot: number | null,
  nowSeconds: UnixSeconds,
): boolean {
  if (publishTime !== before.publishTime) {
    // A stored price from the future must not block the present ones. If the new price is ahead as
    // well, the local clock is slow.
    const present = nowSeconds + MAX_CLOCK_ERROR_SECONDS;
    return (
      publishTime > before.publishTime || (before.publishTime > present && publishTime <= present)
    );
  }
  return slot !== null && (before.slot === null || slot > before.slot);
}
