import type { UnixMilliseconds } from '../../../base/units.ts';
import { SignedUpdateError } from '../errors.ts';

const HOUR_MS = 3_600_000;

/** How long a set stays valid after a newer one takes over, as in the networks' contracts. */
export const RETIREMENT_MS = 24 * HOUR_MS;

/** Quorum of a set of n: `two-thirds` means ⌊n·2/3⌋ + 1, `majority` ⌊n/2⌋ + 1. */
type QuorumRule = 'two-thirds' | 'majority' | number;

/** Addresses of 40 hex digits. Signatures refer to them by position. */
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
  /** False if the user added it. */
  isBuiltIn: boolean;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  quorum: QuorumRule;
  /** In ascending order of index, never empty. The last one is current. */
  sets: readonly SignerSet[];
  /** Whether the network's governance may add sets. */
  upgradable: boolean;
}

/** Whom to trust, and at what time. */
export interface Trust {
  /** At most one per emitter; otherwise the first one counts. */
  profiles: readonly TrustProfile[];
  /** By the local clock. Decides which sets are retired, unless `history`. */
  nowMs: UnixMilliseconds;
  /** For past prices: publish times decide whether a set was retired. */
  history?: boolean;
}

/**
 * Selects by emitter. Set indexes cannot help to choose: they overlap between networks and are not
 * signed.
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
 * The signer set that an update names, if it may still sign.
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

export function currentSet(profile: TrustProfile): SignerSet {
  const set = profile.sets.at(-1);
  if (set === undefined) throw new RangeError(`Trust profile ${profile.id} has no signer set`);
  return set;
}

/** Number of signatures required. */
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
 * Records that a set signed an update, which starts the retirement of older sets. Returns the same
 * array if nothing changed.
 * @param signers indexes of the signers. They and the set index are unsigned, so if the newer set
 * has keys of its own, one of them must have signed
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
  // A set that only removes signers has no keys of its own, so its index has to suffice.
  const own = set.keys.filter((key) => !older.includes(key));
  const isInUse = own.length === 0 || signers.some((index) => own.includes(set.keys[index] ?? ''));
  if (!isInUse) return profiles;
  const sets = profile.sets.map((each) => (each === set ? { ...set, inUseSinceMs: nowMs } : each));
  return profiles.map((each) => (each === profile ? { ...profile, sets } : each));
}

/** 24 h after a newer set came into use. */
export function retirementOf({ sets }: TrustProfile, { index }: SignerSet): UnixMilliseconds {
  const starts = sets.flatMap(({ index: other, inUseSinceMs }) =>
    other > index && inUseSinceMs !== null ? [inUseSinceMs] : [],
  );
  return Math.min(...starts) + RETIREMENT_MS;
}
