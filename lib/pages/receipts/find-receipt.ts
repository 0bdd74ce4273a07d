import type { Firing } from '../../domain/alerts/model/firing.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import { receipts } from '../../storage/values/receipts.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';

/** With the price that fired it, and its signed bytes. */
export interface FoundReceipt {
  firing: Firing;
  price: NonNullable<Firing['price']>;
  signedPrice: SignedPrice;
}

/** `null`: no price of one feed fired it, it was not verified, or only newer receipts are kept. */
export async function findReceipt(firing: Firing): Promise<FoundReceipt | null> {
  const { id, feedId, what, price } = firing;
  if (goesByClock(what) || subjectOf(feedId).kind !== 'feed') return null;
  const stored = await receipts.getValue();
  const signedPrice = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return signedPrice && price ? { firing, price, signedPrice } : null;
}
