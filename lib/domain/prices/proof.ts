import type { Proof, StoredPrice } from './stored-price.ts';

/** Whether signatures prove the price. */
export function isProven(price: { proof?: Proof | undefined } | undefined): boolean {
  return price?.proof?.state === 'verified';
}

/** The price, without its proof if that was checked under a trust that is no longer in force. */
export function underTrust(price: StoredPrice, trust: string): StoredPrice {
  if (price.proof === undefined || price.proof.trust === trust) return price;
  const { proof: _, ...bare } = price;
  return bare;
}
