import { Point } from '@noble/secp256k1';
import { multiplesOf, type Multiples } from '../multiples.ts';
import { recoverKey, signedPoint } from '../recovery.ts';
import type { VaaSignature } from '../vaa.ts';

// Preparing a signer's multiples costs as much as this many recoveries. So the total cost at most
// doubles, and a worker with a single update prepares nothing.
const RECOVERIES_BEFORE = 3;

// More than any network has. Further signers are recovered each time.
const MOST_PREPARED = 32;

/**
 * Checks who made a signature. The same few signers sign every update of a network. After a few
 * recoveries, checking one of their signatures costs a quarter of a recovery.
 */
export interface KnownSigners {
  /** @param address the last 20 bytes of the public key's hash, in hex digits */
  isSignedBy(address: string, signature: VaaSignature, digest: Uint8Array): boolean;
  /** Call this after verifying an update. Prepares at most one signer, in milliseconds. */
  prepareOne(): void;
}

interface KnownSigner {
  key: Point;
  recoveries: number;
  multiples?: Multiples;
}

export function createKnownSigners(): KnownSigners {
  // Only valid signatures add entries, so an attacker cannot.
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
 * The signature equation (SEC 1, 4.1.4): u1·G + u2·Q must have the stated x and parity of y. Only
 * the recovered key satisfies it.
 */
function isPointSigned(key: Multiples, signature: VaaSignature, digest: Uint8Array): boolean {
  const terms = signedPoint(signature, digest);
  if (!terms) return false;
  const point = Point.BASE.multiplyUnsafe(terms.u1).add(key.times(terms.u2));
  if (point.is0()) return false;
  const { x, y } = point.toAffine();
  return x === terms.x && Number(y & 1n) === signature.recovery;
}
