import { keccak_256 } from '@noble/hashes/sha3.js';
import { SignedUpdateError } from './errors.ts';
import { createKnownSigners, type KnownSigners } from './known-signers.ts';
import { quorumOf } from './trust-profile.ts';
import type { SignerSet, TrustProfile } from './trust-profile.ts';
import { digestOf, keyOf, type Vaa } from './vaa.ts';
import type { Hash } from './work-budget.ts';

const DEFAULT_CACHE_SIZE = 256;

/**
 * Who made each listed signature, by VAA. Recovery is the expensive part of verification and
 * depends on the VAA's bytes alone; whether those signers are trusted is decided again each time,
 * so that a change of profiles or clock never meets an old verdict here.
 */
export interface SignerCache {
  get(key: string): readonly string[] | undefined;
  set(key: string, signers: readonly string[]): void;
  /** Those who signed before, whatever it was. */
  readonly known: KnownSigners;
}

/** A cache that forgets the least recently used VAA beyond `size`. */
export function createSignerCache(size: number = DEFAULT_CACHE_SIZE): SignerCache {
  const entries = new Map<string, readonly string[]>();
  return {
    known: createKnownSigners(),
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
 * The cheap check: the listed signers are members of the set, ascending and a quorum.
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
 * The expensive check: every listed signature was made by the signer it names. One wrong signature
 * spoils the update, as in the network's own contracts.
 *
 * @throws SignedUpdateError `signature`, or what `hash` throws
 */
export function checkSignatures(
  vaa: Vaa,
  set: SignerSet,
  cache?: SignerCache,
  hash: Hash = keccak_256,
): void {
  const key = keyOf(vaa, hash);
  const earlier = cache?.get(key);
  const digest = earlier ? null : digestOf(vaa, hash);
  const known = cache?.known ?? createKnownSigners();
  const signers: string[] = [];
  for (const [position, signature] of vaa.signatures.entries()) {
    const signer = set.keys[signature.index] ?? '';
    const isRight = digest
      ? known.isSignedBy(signer, signature, digest)
      : earlier?.[position] === signer;
    // Stop at the first bad signature: an attacker must not cause a recovery for each.
    if (!isRight) {
      throw new SignedUpdateError(
        'signature',
        `The signature of signer ${signature.index} is wrong.`,
      );
    }
    signers.push(signer);
  }
  if (earlier) return;
  cache?.set(key, signers);
  known.prepareOne();
}
