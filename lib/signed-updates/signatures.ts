import { keccak_256 } from '@noble/hashes/sha3.js';
import { Point, recoverPublicKey } from '@noble/secp256k1';
import { toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import { quorumOf } from './trust-profile.ts';
import type { SignerSet, TrustProfile } from './trust-profile.ts';
import type { Vaa, VaaSignature } from './vaa.ts';

const DEFAULT_CACHE_SIZE = 256;

/**
 * Who made each listed signature, by VAA. Recovery is the dear part of
 * verification and depends on the VAA's bytes alone; whether those signers are trusted is
 * decided anew each time, so that no change of profiles or clock can find an old verdict here.
 */
export interface SignerCache {
  get(key: string): readonly string[] | undefined;
  set(key: string, signers: readonly string[]): void;
}

/** A cache that forgets the least recently used VAA beyond `size`. */
export function createSignerCache(size: number = DEFAULT_CACHE_SIZE): SignerCache {
  const entries = new Map<string, readonly string[]>();
  return {
    get(key) {
      const signers = entries.get(key);
      if (signers !== undefined) {
        entries.delete(key);
        entries.set(key, signers);
      }
      return signers;
    },
    set(key, signers) {
      entries.delete(key);
      entries.set(key, signers);
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/**
 * The cheap half: the listed signers are members of the set, ascending and a quorum.
 *
 * @throws SignedUpdateError `signer-index` or `quorum`
 */
export function checkListedSigners(vaa: Vaa, profile: TrustProfile, set: SignerSet): void {
  let previous = -1;
  for (const { index } of vaa.signatures) {
    if (index >= set.keys.length) {
      throw new SignedUpdateError(
        'signer-index',
        `Lists signer ${index}, but set ${set.index} of ${profile.name} ends at ${set.keys.length - 1}.`,
      );
    }
    if (index <= previous) {
      throw new SignedUpdateError(
        'signer-index',
        `Lists signer ${index} after signer ${previous}: out of order or twice.`,
      );
    }
    previous = index;
  }
  const quorum = quorumOf(profile, set);
  if (vaa.signatures.length < quorum) {
    throw new SignedUpdateError(
      'quorum',
      `Signed by ${vaa.signatures.length} of ${set.keys.length}, but ${profile.name} needs ${quorum}.`,
    );
  }
}

/**
 * The dear half: every listed signature was made by the signer it names. One wrong signature
 * spoils the update, as in the network's own contracts.
 *
 * @throws SignedUpdateError `signature`
 */
export function checkSignatures(vaa: Vaa, set: SignerSet, cache?: SignerCache): void {
  const known = cache?.get(vaa.key);
  const signers: string[] = [];
  for (const [position, signature] of vaa.signatures.entries()) {
    const signer = known ? (known[position] ?? null) : recoverSigner(signature, vaa.digest);
    // The first wrong one ends it: whoever sends rubbish shall not buy a recovery for each.
    if (signer === null || signer !== set.keys[signature.index]) {
      throw new SignedUpdateError(
        'signature',
        `The signature of signer ${signature.index} is wrong.`,
      );
    }
    signers.push(signer);
  }
  if (!known) cache?.set(vaa.key, signers);
}

/** The signer's address: the last 20 bytes of the hash of its public key. */
function recoverSigner({ rs, recovery }: VaaSignature, digest: Uint8Array): string | null {
  if (recovery > 1) return null;
  const signature = new Uint8Array(65);
  signature[0] = recovery;
  signature.set(rs, 1);
  try {
    const compressed = recoverPublicKey(signature, digest, { prehash: false });
    const key = Point.fromBytes(compressed).toBytes(false);
    return toHex(keccak_256(key.subarray(1)).subarray(12));
  } catch {
    return null; // r or s out of range, or r is no point of the curve: nobody's signature
  }
}
