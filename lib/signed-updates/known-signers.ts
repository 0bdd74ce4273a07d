import { Point } from '@noble/secp256k1';
import { multiplesOf, type Multiples } from './multiples.ts';
import { recoverKey, signedPoint } from './recovery.ts';
import type { VaaSignature } from './vaa.ts';

// A signer's multiples cost as much as this many recoveries: made no earlier, they never cost more
// than twice what is saved at best, and a worker that lives for one update makes none.
const RECOVERIES_BEFORE = 3;

// More than any network has. A user may list more signers; theirs are recovered each time.
const MOST_PREPARED = 32;

/**
 * Tells whether signatures are those of the signers they name. The few signers of a network sign
 * each update: those that were seen a few times are recognised at a quarter of a recovery's cost.
 */
export interface KnownSigners {
  /** @param address the last 20 bytes of the hash of a public key, in hex digits */
  isSignedBy(address: string, signature: VaaSignature, digest: Uint8Array): boolean;
  /** To be called after an update was verified: prepares at most one signer, in milliseconds. */
  prepareOne(): void;
}

interface KnownSigner {
  key: Point;
  recoveries: number;
  multiples?: Multiples;
}

export function createKnownSigners(): KnownSigners {
  // Only of right signatures: nobody but the signers themselves can fill it.
  const signers = new Map<string, KnownSigner>();

  return {
    isSignedBy(address, signature, digest) {
      const known = signers.get(address);
      if (known?.multiples) return isPointSigned(known.multiples, signature, digest);
      const recovered = recoverKey(signature, digest);
      if (recovered?.address !== address) return false;
      const recoveries = (known?.recoveries ?? 0) + 1;
      signers.set(address, { key: recovered.key, recoveries });
      return true;
    },
    prepareOne() {
      const all = [...signers.values()];
      if (all.filter(({ multiples }) => multiples).length >= MOST_PREPARED) return;
      const next = all.find(
        ({ multiples, recoveries }) => !multiples && recoveries >= RECOVERIES_BEFORE,
      );
      if (next) next.multiples = multiplesOf(next.key);
    },
  };
}

/**
 * The signature's equation (SEC 1, 4.1.4): the point u1·G + u2·Q is the one that the signature
 * names by x and the parity of y. That holds for the key which recovery yields, and no other.
 */
function isPointSigned(key: Multiples, signature: VaaSignature, digest: Uint8Array): boolean {
  const terms = signedPoint(signature, digest);
  if (!terms) return false;
  const point = Point.BASE.multiplyUnsafe(terms.u1).add(key.times(terms.u2));
  if (point.is0()) return false;
  const { x, y } = point.toAffine();
  return x === terms.x && Number(y & 1n) === signature.recovery;
}
