import type { Firing } from '../../domain/alerts/model/firing.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import { receipts } from '../../storage/values/receipts.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';

/** A receipt with the price that fired the alert, and its signed bytes. */
export interface FoundReceipt {
  firing: Firing;
  price: NonNullable<Firing['price']>;
  signedPrice: SignedPrice;
}

/**
 * `null` if no single feed's price fired the alert, the price was not verified, or only newer
 * receipts are kept.
 */
export async function findReceipt(firing: Firing): Promise<FoundReceipt | null> {
  const { id, feedId, what, price } = firing;
  if (goesByClock(what) || subjectOf(feedId).kind !== 'feed') return null;
  const stored = await receipts.getValue();
  const signedPrice = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return signedPrice && price ? { firing, price, signedPrice } : null;
}
