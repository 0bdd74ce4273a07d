import type { Proof, StoredPrice } from './stored-price.ts';

export function isProven(price: { proof?: Proof | undefined } | null | undefined): boolean {
  return price?.proof?.state === 'verified';
}

/** Drops a proof under a trust no longer in force. */
export function underTrust(price: StoredPrice, trust: string): StoredPrice {
  return price.proof === undefined || price.proof.trust === trust ? price : withoutProof(price);
}

export function withoutProof(price: StoredPrice): StoredPrice {
  const { proof: _, verifiedBefore: __, ...bare } = price;
  return bare;
}
