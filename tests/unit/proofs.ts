import type { Proof } from '@/lib/domain/prices/stored-price.ts';

/** A price with a bad signature. */
export const BAD_SIGNATURE = { code: 'bad-signature', signer: 3 } as const;

/** The result of a verification by built-in signers. */
export function proofOf(state: Proof['state'], trust: string): Proof {
  return state === 'verified'
    ? {
        state,
        signerCount: 3,
        setSize: 5,
        profileName: 'Pyth routers',
        isBuiltIn: true,
        trust,
      }
    : { state, reason: { code: 'no-signed-price' }, trust };
}
