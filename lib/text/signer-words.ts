import type { Proof } from '../storage/prices.ts';

/** Says who signed a verified price, such as `3 of 5 · Pyth routers`. */
export function signerWords(proof: Extract<Proof, { state: 'verified' }>): string {
  const { signerCount, setSize, profileName, isBuiltIn } = proof;
  return `${signerCount} of ${setSize} · ${profileName}${isBuiltIn ? '' : ' (added by you)'}`;
}
