import type { Proof, StoredPrice } from './stored-price.ts';

/** Whether signatures prove the price. */
export function isProven(price: { proof?: Proof | undefined } | null | undefined): boolean {
  return price?.proof?.state === 'verified';
}

/** The price, without its proof if that was checked under a trust that is no longer in force. */
export function underTrust(price: StoredPrice, trust: string): StoredPrice {
  return price.proof === undefined || price.proof.trust === trust ? price : withoutProof(price);
}

/** The price as if its signatures were not checked. */
export function withoutProof(price: StoredPrice): StoredPrice {
  const { proof: _, verifiedBefore: __, ...bare } = price;
  return bare;
}
