import type { Firing } from '../../domain/alerts/model/firing.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import { MAX_RECEIPTS } from '../../domain/alerts/model/firing-history.ts';
import { firings } from '../../storage/values/alerts.ts';
import { receipts } from '../../storage/values/receipts.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';

/**
 * Why a firing has no receipt. `clock`: the time counted, not the price. `calculated`: several
 * prices counted. `old`: only newer ones are kept. `unverified`: not verified, stored by an earlier
 * version, or no room.
 */
export type NoReceipt = 'clock' | 'calculated' | 'old' | 'unverified';

/** With the price that fired it, and its signed bytes. */
export interface FoundReceipt {
  firing: Firing;
  price: NonNullable<Firing['price']>;
  signedPrice: SignedPrice;
}

export async function findReceipt(firing: Firing): Promise<FoundReceipt | NoReceipt> {
  const { id, feedId, what, price } = firing;
  if (goesByClock(what)) return 'clock';
  if (subjectOf(feedId).kind !== 'feed') return 'calculated';
  const stored = await receipts.getValue();
  const signedPrice = Object.hasOwn(stored, id) ? stored[id] : undefined;
  if (signedPrice && price) return { firing, price, signedPrice };
  const newest = (await firings.getValue()).slice(-MAX_RECEIPTS);
  return newest.some((each) => each.id === id) ? 'unverified' : 'old';
}
