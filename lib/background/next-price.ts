import { compareMoments } from '../alerts/model/price.ts';
import { compareDecimals } from '../prices/arithmetic.ts';
import { toDecimal } from '../prices/decimal.ts';
import { isProven, type StoredPrice } from '../storage/prices.ts';
import type { JudgedItem } from './judge.ts';

// A figure from further ahead than any wrong clock is nonsense; taken, it would block every later
// one, for an older publish time never replaces a newer one.
const MAX_AHEAD_SECONDS = 24 * 60 * 60;
const MAX_CLOCK_ERROR_SECONDS = 60;

/**
 * The figure to store after `item`, or `null` where the stored one stays: the new one is older
 * (publish time, then slot), says nothing new, failed verification, or is no figure at all. A proof
 * is stored with the figure that it proves, never with another.
 *
 * @param receivedAtMs unix milliseconds by the local clock
 * @param nowMs corrected time, unix milliseconds
 */
export function nextPrice(
  before: StoredPrice | undefined,
  { item, proof }: JudgedItem,
  receivedAtMs: number,
  nowMs = receivedAtMs,
): StoredPrice | null {
  if (item === null) return null;
  const { price, ema_price: ema, metadata } = item;
  const now = toDecimal(price.price, price.expo);
  const nowSeconds = nowMs / 1_000;
  if (!now || !toDecimal(price.conf, price.expo)) return null;
  if (!toDecimal(ema.price, ema.expo) || !toDecimal(ema.conf, ema.expo)) return null;
  if (price.publish_time > nowSeconds + MAX_AHEAD_SECONDS) return null;

  const slot = metadata.slot ?? null;
  if (before && !isNewer(before, price.publish_time, slot, nowSeconds)) {
    const isSameMoment = compareMoments({ publishTime: price.publish_time, slot }, before) === 0;
    // Of two figures of one moment the proven one counts, with its proof: else it stays.
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
  publishTime: number,
  slot: number | null,
  nowSeconds: number,
): boolean {
  if (publishTime !== before.publishTime) {
    // A stored figure from the future must not shut out the present; where the new one is ahead as
    // well, this computer's clock is slow.
    const present = nowSeconds + MAX_CLOCK_ERROR_SECONDS;
    return (
      publishTime > before.publishTime || (before.publishTime > present && publishTime <= present)
    );
  }
  return slot !== null && (before.slot === null || slot > before.slot);
}
