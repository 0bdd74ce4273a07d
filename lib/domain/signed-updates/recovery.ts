import { keccak_256 } from '@noble/hashes/sha3.js';
import { etc, Point, recoverPublicKey, Signature } from '@noble/secp256k1';
import { toHex } from './bytes.ts';
import type { VaaSignature } from './vaa.ts';

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
export function signedPoint(
  { rs, recovery }: VaaSignature,
  digest: Uint8Array,
): SignedPoint | null {
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
