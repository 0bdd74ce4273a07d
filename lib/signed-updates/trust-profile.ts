import { SignedUpdateError } from './errors.ts';
import { dayOf, retirementOf } from './retirement.ts';

export { RETIREMENT_MS } from './retirement.ts';

/**
 * How many signers of a set of n must have signed: `two-thirds` is ⌊n·2/3⌋ + 1, `majority`
 * ⌊n/2⌋ + 1, a number is itself.
 */
export type QuorumRule = 'two-thirds' | 'majority' | number;

/** The keys that may sign, as addresses of 40 hex digits; a signer is known by its place. */
export interface SignerSet {
  index: number;
  keys: readonly string[];
  /** When the first update signed by this set was seen, unix milliseconds; null: not yet. */
  inUseSinceMs: number | null;
}

/** Who is trusted for one emitter. */
export interface TrustProfile {
  id: string;
  name: string;
  /** Whether it came with this version, upgrades of its network included; false: the user's. */
  isBuiltIn: boolean;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  quorum: QuorumRule;
  /** Ascending by index, never empty; the last one is the current set. */
  sets: readonly SignerSet[];
  /** Whether the network's governance may add sets to it. */
  upgradable: boolean;
}

/** Under what an update is judged. */
export interface Trust {
  /** At most one profile for an emitter; of several the first counts. */
  profiles: readonly TrustProfile[];
  /** The local clock, unix milliseconds: it retires sets, unless `history` is set. */
  nowMs: number;
  /** For prices of the past: the publish times alone tell whether a set was retired by then. */
  history?: boolean;
}

/**
 * The profile that covers an emitter. The emitter alone decides: set indexes overlap between
 * networks and are not signed.
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
    throw new SignedUpdateError(
      'emitter',
      `Signed for a source that no trust profile covers (chain ${emitterChain}, ${emitterAddress}).`,
    );
  }
  return profile;
}

/**
 * The set that an update names, if it may still sign.
 *
 * @throws SignedUpdateError `unknown-set` or `expired-set`
 */
export function usableSet(profile: TrustProfile, index: number, trust: Trust): SignerSet {
  const set = profile.sets.find((each) => each.index === index);
  if (set === undefined) {
    throw new SignedUpdateError(
      'unknown-set',
      `Signed by an unknown set ${index} of ${profile.name} (newest known: ${currentSet(profile).index}).`,
    );
  }
  const retiredMs = retirementOf(profile, set);
  if (trust.history !== true && trust.nowMs >= retiredMs) {
    throw new SignedUpdateError(
      'expired-set',
      `Signed by set ${index} of ${profile.name}, which was retired on ${dayOf(retiredMs)}.`,
    );
  }
  return set;
}

/** The newest known set of a profile. */
export function currentSet(profile: TrustProfile): SignerSet {
  const set = profile.sets.at(-1);
  if (set === undefined) throw new RangeError(`Trust profile ${profile.id} has no signer set`);
  return set;
}

/** How many signatures of this set are enough. */
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
 * Notes that a verified update was signed by a set, which starts the retirement of older sets.
 * Returns the same array when there was nothing new to note.
 *
 * @param signers the places of those who signed. The set's index is not signed, nor are the
 *   places: where the newer set has a signer of its own, only that one shows that it is in use
 */
export function markSetInUse(
  profiles: readonly TrustProfile[],
  { profileId, setIndex, signers }: { profileId: string; setIndex: number; signers: number[] },
  nowMs: number,
): readonly TrustProfile[] {
  const profile = profiles.find(({ id }) => id === profileId);
  const set = profile?.sets.find(({ index }) => index === setIndex);
  if (!profile || set?.inUseSinceMs !== null) return profiles;
  const older = profile.sets.filter(({ index }) => index < setIndex).flatMap(({ keys }) => keys);
  // A set that only leaves signers out has none of its own: its index has to do.
  const own = set.keys.filter((key) => !older.includes(key));
  const isShown = own.length === 0 || signers.some((place) => own.includes(set.keys[place] ?? ''));
  if (!isShown) return profiles;
  const sets = profile.sets.map((each) => (each === set ? { ...set, inUseSinceMs: nowMs } : each));
  return profiles.map((each) => (each === profile ? { ...profile, sets } : each));
}
