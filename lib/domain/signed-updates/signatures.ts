import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from './bytes.ts';
import { SignedUpdateError } from './errors.ts';
import { createKnownSigners, type KnownSigners } from './trust/known-signers.ts';
import { quorumOf } from './trust/trust-profile.ts';
import type { SignerSet, TrustProfile } from './trust/trust-profile.ts';
import { digestOf, type Vaa } from './vaa.ts';
import type { Hash } from './work-budget.ts';

const DEFAULT_CACHE_SIZE = 256;

/**
 * Caches who made each signature, by VAA. Recovery is expensive and depends only on the VAA's
 * bytes. Whether signers are trusted is not cached, so changes take effect at once.
 */
export interface SignerCache {
  get(key: string): readonly string[] | undefined;
  set(key: string, signers: readonly string[]): void;
  /** Signers of earlier VAAs, whose next signatures cost less. */
  readonly known: KnownSigners;
}

/** Drops the least recently used VAA first. */
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
 * The cheap check: the listed signers are in the set, in ascending order, and form a quorum.
 * @throws SignedUpdateError `signer-index` or `quorum`
 */
export function checkListedSigners(vaa: Vaa, profile: TrustProfile, set: SignerSet): void {
  let previous = -1;
  for (const { index } of vaa.signatures) {
    if (index >= set.keys.length) {
      throw new SignedUpdateError('signer-index', {
        code: 'not-in-set',
        setIndex: set.index,
        profileName: profile.name,
        signer: index,
        last: set.keys.length - 1,
      });
    }
    if (index <= previous) {
      throw new SignedUpdateError('signer-index', {
        code: 'signer-order',
        signer: index,
        previous,
      });
    }
    previous = index;
  }
  const quorum = quorumOf(profile, set);
  if (vaa.signatures.length < quorum) {
    throw new SignedUpdateError('quorum', {
      code: 'short-quorum',
      signerCount: vaa.signatures.length,
      setSize: set.keys.length,
      profileName: profile.name,
      quorum,
    });
  }
}

/**
 * The expensive check: recover each signer and compare. One wrong signature invalidates the update,
 * as in the network's contracts.
 * @throws SignedUpdateError `signature`, or what `hash` throws
 */
export function checkSignatures(
  vaa: Vaa,
  set: SignerSet,
  cache?: SignerCache,
  hash: Hash = keccak_256,
): void {
  const key = toHex(vaa.bytes);
  const cachedSigners = cache?.get(key);
  const digest = cachedSigners ? null : digestOf(vaa, hash);
  const known = cache?.known ?? createKnownSigners();
  const claims = vaa.signatures.map((signature) => ({
    address: set.keys[signature.index] ?? '',
    signature,
  }));
  // Stops at the first one, so that an attacker cannot make us recover all of them.
  const forged = digest
    ? known.findForged(claims, digest)
    : claims.findIndex(({ address }, position) => cachedSigners?.[position] !== address);
  const [wrong] = vaa.signatures.slice(forged === -1 ? Infinity : forged);
  if (wrong) {
    throw new SignedUpdateError('signature', { code: 'bad-signature', signer: wrong.index });
  }
  if (cachedSigners) return;
  cache?.set(
    key,
    claims.map(({ address }) => address),
  );
  known.prepareOne();
}
