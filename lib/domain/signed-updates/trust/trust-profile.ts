import type { UnixMilliseconds } from '../../../base/units.ts';
import { SignedUpdateError } from '../errors.ts';

const HOUR_MS = 3_600_000;

/** How long a set stays valid after a newer one takes over, as in the networks' contracts. */
export const RETIREMENT_MS = 24 * HOUR_MS;

/**
 * How many signers of a set of n have to sign: `two-thirds` means ⌊n·2/3⌋ + 1, `majority` means
 * ⌊n/2⌋ + 1, and a number means that many.
 */
export type QuorumRule = 'two-thirds' | 'majority' | number;

/** The keys that may sign, as addresses of 40 hex digits. Signatures refer to them by position. */
export interface SignerSet {
  index: number;
  keys: readonly string[];
  /** When we first saw an update signed by this set; null: not yet. */
  inUseSinceMs: UnixMilliseconds | null;
}

/** The trusted signers of one emitter. */
export interface TrustProfile {
  id: string;
  name: string;
  /** True for built-in profiles, with or without upgrades; false if the user added it. */
  isBuiltIn: boolean;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  quorum: QuorumRule;
  /** In ascending order of index, never empty. The last one is the current set. */
  sets: readonly SignerSet[];
  /** Whether the network's governance may add sets to it. */
  upgradable: boolean;
}

/** Whom to trust when verifying an update, and at what time. */
export interface Trust {
  /** At most one profile per emitter. If there are more, the first one counts. */
  profiles: readonly TrustProfile[];
  /** The local clock. It decides which sets are retired, unless `history`. */
  nowMs: UnixMilliseconds;
  /** For past prices: only the publish times decide whether a set was retired by then. */
  history?: boolean;
}

/**
 * Returns the profile of an emitter. The set index cannot help to choose one: the indexes of
 * different networks overlap, and they are not signed.
 *
 * @throws SignedUpdateError `emitter`
 */
export function profileOfEmitter(
  profiles: readonly TrustProfile[],
  emitterChain: number,
  emitterAddress: string,
): TrustProfile {
  const profile = profiles.find(
    (each) => each.emitterChain === emitterChain && each.emitterAddress === emitterAddress,
  );
  if (profile === undefined) {
    const problem = { chain: emitterChain, address: emitterAddress };
    throw new SignedUpdateError('emitter', { code: 'unknown-emitter', ...problem });
  }
  return profile;
}

/**
 * Returns the signer set that an update names, if that set may still sign.
 *
 * @throws SignedUpdateError `unknown-set` or `expired-set`
 */
export function usableSet(profile: TrustProfile, index: number, trust: Trust): SignerSet {
  const set = profile.sets.find((each) => each.index === index);
  if (set === undefined) {
    throw new SignedUpdateError('unknown-set', {
      code: 'unknown-set',
      setIndex: index,
      profileName: profile.name,
      newestIndex: currentSet(profile).index,
    });
  }
  const retiredMs = retirementOf(profile, set);
  if (trust.history !== true && trust.nowMs >= retiredMs) {
    throw new SignedUpdateError('expired-set', {
      code: 'retired-set',
      setIndex: index,
      profileName: profile.name,
      retiredMs,
    });
  }
  return set;
}

/** Returns the newest known set of a profile. */
export function currentSet(profile: TrustProfile): SignerSet {
  const set = profile.sets.at(-1);
  if (set === undefined) throw new RangeError(`Trust profile ${profile.id} has no signer set`);
  return set;
}

/** Returns how many signatures of this set are enough. */
export function quorumOf(profile: TrustProfile, set: SignerSet): number {
  const count = set.keys.length;
  switch (profile.quorum) {
    case 'two-thirds':
      return Math.floor((count * 2) / 3) + 1;
    case 'majority':
      return Math.floor(count / 2) + 1;
    default:
      return profile.quorum;
  }
}

/**
 * Records that a set signed a verified update, which starts the retirement of older sets. Returns
 * the same array if nothing changed.
 *
 * @param signers the indexes of those who signed. Neither they nor the set index is signed. If the
 *   newer set has a signer that older sets lack, only its signature shows that the set is in use
 */
export function markSetInUse(
  profiles: readonly TrustProfile[],
  { profileId, setIndex, signers }: { profileId: string; setIndex: number; signers: number[] },
  nowMs: UnixMilliseconds,
): readonly TrustProfile[] {
  const profile = profiles.find(({ id }) => id === profileId);
  const set = profile?.sets.find(({ index }) => index === setIndex);
  if (!profile || set?.inUseSinceMs !== null) return profiles;
  const older = profile.sets.filter(({ index }) => index < setIndex).flatMap(({ keys }) => keys);
  // If a set only removes signers, it has none of its own, so its index has to suffice.
  const own = set.keys.filter((key) => !older.includes(key));
  const isInUse = own.length === 0 || signers.some((index) => own.includes(set.keys[index] ?? ''));
  if (!isInUse) return profiles;
  const sets = profile.sets.map((each) => (each === set ? { ...set, inUseSinceMs: nowMs } : each));
  return profiles.map((each) => (each === profile ? { ...profile, sets } : each));
}

/** Returns when a set is retired, 24 h after a newer set came into use. */
export function retirementOf({ sets }: TrustProfile, { index }: SignerSet): UnixMilliseconds {
  const starts = sets.flatMap(({ index: other, inUseSinceMs }) =>
    other > index && inUseSinceMs !== null ? [inUseSinceMs] : [],
  );
  return Math.min(...starts) + RETIREMENT_MS;
}
