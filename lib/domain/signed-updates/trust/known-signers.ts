import { Point, etc, recoverPublicKey, Signature } from '@noble/secp256k1';
import type { VaaSignature } from '../vaa.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '../bytes.ts';

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
  /** Call this after verifying an update. Prepares at most one signer, which takes milliseconds. */
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

const ORDER = Point.CURVE().n;

/** The address is the last 20 bytes of the key's hash, as hex digits. */
interface RecoveredKey {
  key: Point;
  address: string;
}

/** SEC 1, 4.1.6; `null` if no key can have made the signature. */
export function recoverKey(
  { rs, recovery }: VaaSignature,
  digest: Uint8Array,
): RecoveredKey | null {
  if (recovery > 1) return null;
  const signature = new Uint8Array(65);
  signature[0] = recovery;
  signature.set(rs, 1);
  try {
    const key = Point.fromBytes(recoverPublicKey(signature, digest, { prehash: false }));
    return { key, address: toHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12)) };
  } catch {
    return null; // r or s is out of range, or r is not the x of a point on the curve
  }
}

/** The signer's key Q: the point u1·G + u2·Q has this x. */
interface SignedPoint {
  u1: bigint;
  u2: bigint;
  x: bigint;
}

/** Terms of the signature equation (SEC 1, 4.1.4); `null` if invalid. */
function signedPoint({ rs, recovery }: VaaSignature, digest: Uint8Array): SignedPoint | null {
  if (recovery > 1) return null;
  try {
    const { r, s } = Signature.fromBytes(rs);
    const inverse = etc.invert(s, ORDER);
    const hash = etc.mod(etc.bytesToNumberBE(digest), ORDER);
    return { u1: etc.mod(hash * inverse, ORDER), u2: etc.mod(r * inverse, ORDER), x: r };
  } catch {
    return null; // r or s is out of range
  }
}

// Digits have five bits. The table has 52 × 16 points, takes about 170 kB, and is built in 7 ms. A
// multiplication needs at most 52 additions; double-and-add needs 384.
const BITS = 5;
const DIGITS = Math.ceil(257 / BITS);
const BASE = 1 << BITS;
const HALF = BASE / 2;

/** Multiplies a point by adding precalculated multiples. */
interface Multiples {
  /** Not constant-time; do not use with secrets. @param scalar from 0 to the order of the group */
  times(scalar: bigint): Point;
}

export function multiplesOf(point: Point): Multiples {
  const table: Point[] = [];
  for (let place = point, digit = 0; digit < DIGITS; digit++) {
    let multiple = place;
    for (let n = 1; n <= HALF; n++) {
      table.push(multiple);
      if (n < HALF) multiple = multiple.add(place);
    }
    place = multiple.double();
  }

  return {
    times(scalar) {
      let sum = Point.ZERO;
      let rest = scalar;
      for (let row = 0; rest > 0n; row += HALF) {
        let digit = Number(rest % BigInt(BASE));
        rest /= BigInt(BASE);
        // Digits from -15 to 16 halve the table. A larger digit carries 1.
        if (digit > HALF) {
          digit -= BASE;
          rest += 1n;
        }
        const multiple = table[row + Math.abs(digit) - 1];
        if (digit !== 0 && multiple) sum = sum.add(digit < 0 ? multiple.negate() : multiple);
      }
      return sum;
    },
  };
}
