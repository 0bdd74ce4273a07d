import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '../bytes.ts';
import { areSigned, recoverKey } from '../curve/ecdsa.ts';
import { multiplesOf, type Multiples } from '../curve/multiples.ts';
import type { Point } from '../curve/points.ts';
import type { VaaSignature } from '../vaa.ts';

// Preparing a signer's multiples costs as much as this many recoveries. So the total cost at most
// doubles, and a worker with a single update prepares nothing.
const RECOVERIES_BEFORE = 3;

// More than any network has. Further signers are recovered each time.
const MOST_PREPARED = 32;

const DIGIT_BITS = 6;

/** A signature, and the last 20 bytes of the hash of its signer's public key, in hex digits. */
interface SignerClaim {
  address: string;
  signature: VaaSignature;
}

interface KnownSigner {
  key: Point;
  recoveries: number;
  multiples?: Multiples;
}

export type KnownSigners = ReturnType<typeof createKnownSigners>;

/**
 * Checks who made a signature. The same few signers sign every update of a network. After a few
 * recoveries, checking one of their signatures costs an eighth of a recovery.
 */
export function createKnownSigners() {
  // Only valid signatures add entries, so an attacker cannot.
  const signers = new Map<string, KnownSigner>();

  function isRecovered({ address, signature }: SignerClaim, digest: Uint8Array): boolean {
    const key = recoverKey(signature, digest);
    if (!key || addressOf(key) !== address) return false;
    const recoveries = (signers.get(address)?.recoveries ?? 0) + 1;
    signers.set(address, { key, recoveries });
    return true;
  }

  return {
    /**
     * The position of the first signature that its signer did not make; -1 if there is none.
     * Signatures after it are not recovered.
     */
    findForged(claims: readonly SignerClaim[], digest: Uint8Array): number {
      const prepared = claims.flatMap(({ address, signature }) => {
        const key = signers.get(address)?.multiples;
        return key ? [{ key, signature }] : [];
      });
      const results = areSigned(prepared, digest);
      const resultOf = new Map(prepared.map(({ signature }, place) => [signature, results[place]]));
      return claims.findIndex((claim) => {
        return !(resultOf.get(claim.signature) ?? isRecovered(claim, digest));
      });
    },
    /** Call this after verifying an update. Prepares at most one signer, which takes milliseconds. */
    prepareOne(): void {
      const all = [...signers.values()];
      if (all.filter(({ multiples }) => multiples).length >= MOST_PREPARED) return;
      const next = all.find(
        ({ multiples, recoveries }) => !multiples && recoveries >= RECOVERIES_BEFORE,
      );
      if (next) next.multiples = multiplesOf(next.key, DIGIT_BITS);
    },
  };
}

/** The last 20 bytes of the key's hash, as hex digits. */
export function addressOf({ x, y }: Point): string {
  const bytes = Uint8Array.fromHex([x, y].map((n) => n.toString(16).padStart(64, '0')).join(''));
  return toHex(keccak_256(bytes).subarray(12));
}
