import { keccak_256 } from '@noble/hashes/sha3.js';
import { etc, Point, recoverPublicKey, Signature } from '@noble/secp256k1';
import { toHex } from './bytes.ts';
import type { VaaSignature } from './vaa.ts';

const ORDER = Point.CURVE().n;

/** A public key, and its address: the last 20 bytes of its hash, in hex digits. */
export interface RecoveredKey {
  key: Point;
  address: string;
}

/** The key that made a signature (SEC 1, 4.1.6); `null`: no key did. */
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
    return null; // r or s out of range, or r is no point of the curve: nobody's signature
  }
}

/** What a signature says: that u1·G + u2·Q is the point with this x, for the signer's key Q. */
export interface SignedPoint {
  u1: bigint;
  u2: bigint;
  x: bigint;
}

/** The terms of a signature's equation (SEC 1, 4.1.4); `null`: nobody's signature. */
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
    return null; // r or s out of range
  }
}
