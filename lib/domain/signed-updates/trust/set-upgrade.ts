import { ByteReader, decodeBytes, toHex } from '../bytes.ts';
import { SignedUpdateError } from '../errors.ts';
import { keyProblem, type UpgradeProblem } from './profile-problem.ts';
import { checkListedSigners, checkSignatures } from '../signatures.ts';
import { currentSet } from './trust-profile.ts';
import type { TrustProfile } from './trust-profile.ts';
import { parseVaa } from '../vaa.ts';
import type { Vaa } from '../vaa.ts';

const GOVERNANCE_CHAIN = 1;
const GOVERNANCE_EMITTER = '4'.padStart(64, '0');
/** "Core", left-padded to 32 bytes. */
const CORE_MODULE = '436f7265'.padStart(64, '0');
const SET_UPGRADE = 2;
const ALL_CHAINS = 0;

interface SetUpgrade {
  vaa: Vaa;
  newIndex: number;
  keys: string[];
}

/** All profiles, and the profile and set that the upgrade added. */
interface ImportedUpgrade {
  profiles: readonly TrustProfile[];
  profileId: string;
  setIndex: number;
}

/**
 * Adds the set of an upgrade message to the profile whose current set signed it. Networks share set
 * numbers and the governance emitter, so only signatures show the network.
 * @param text hex or base64; surrounding white space and a leading `0x` are allowed
 * @throws SignedUpdateError with the failed check; a rejected message changes nothing
 */
export function importSetUpgrade(profiles: readonly TrustProfile[], text: string): ImportedUpgrade {
  const upgrade = parseSetUpgrade(decodePasted(text));
  const candidates = profiles.filter(
    (profile) => profile.upgradable && currentSet(profile).index === upgrade.vaa.setIndex,
  );
  const [onlyCandidate] = candidates;
  if (onlyCandidate === undefined) throw notFromCurrentSet(profiles, upgrade);
  const signedFor =
    candidates.length === 1
      ? onlyCandidate
      : candidates.find((profile) => isAccepted(profile, upgrade));
  if (signedFor === undefined) {
    throw new SignedUpdateError('quorum', { code: 'no-current-quorum' });
  }
  const upgraded = applySetUpgrade(signedFor, upgrade);
  return {
    profiles: profiles.map((profile) => (profile === signedFor ? upgraded : profile)),
    profileId: signedFor.id,
    setIndex: upgrade.newIndex,
  };
}

/**
 * The announced set becomes the newest. A quorum of the current set must have signed it, and its
 * index must be the next one.
 * @throws SignedUpdateError `upgrade`, `known-set`, `signer-index`, `quorum` or `signature`
 */
export function applySetUpgrade(profile: TrustProfile, upgrade: SetUpgrade): TrustProfile {
  const current = currentSet(profile);
  if (!profile.upgradable) {
    throw new SignedUpdateError('upgrade', { code: 'not-upgradable', profileName: profile.name });
  }
  if (upgrade.vaa.setIndex !== current.index) throw notFromCurrentSet([profile], upgrade);
  if (upgrade.newIndex !== current.index + 1) {
    throw new SignedUpdateError('upgrade', {
      code: 'not-next-set',
      setIndex: upgrade.newIndex,
      nextIndex: current.index + 1,
    });
  }
  checkListedSigners(upgrade.vaa, profile, current);
  checkSignatures(upgrade.vaa, current);
  const added = { index: upgrade.newIndex, keys: upgrade.keys, inUseSinceMs: null };
  return { ...profile, sets: [...profile.sets, added] };
}

/**
 * Reads a governance message without verifying it.
 * @throws SignedUpdateError `vaa` or `upgrade`
 */
export function parseSetUpgrade(bytes: Uint8Array): SetUpgrade {
  const vaa = parseVaa(bytes);
  if (vaa.emitterChain !== GOVERNANCE_CHAIN || vaa.emitterAddress !== GOVERNANCE_EMITTER) {
    throw new SignedUpdateError('upgrade', { code: 'not-from-governance' });
  }
  const reader = new ByteReader(vaa.payload, 'set-upgrade');
  const isUpgrade =
    toHex(reader.take(32)) === CORE_MODULE &&
    reader.u8() === SET_UPGRADE &&
    reader.u16() === ALL_CHAINS;
  if (!isUpgrade) {
    throw new SignedUpdateError('upgrade', { code: 'not-an-upgrade' });
  }
  const newIndex = reader.u32();
  const count = reader.u8();
  const keys = Array.from({ length: count }, () => toHex(reader.take(20)));
  reader.end();
  const problem = keyProblem(keys);
  if (problem !== null) {
    throw new SignedUpdateError('upgrade', { code: 'bad-signers', signers: problem });
  }
  return { vaa, newIndex, keys };
}

function decodePasted(text: string): Uint8Array {
  const bare = text.trim().replace(/^0x/i, '');
  return decodeBytes(bare, /^[0-9a-f]*$/i.test(bare) ? 'hex' : 'base64');
}

function isAccepted(profile: TrustProfile, upgrade: SetUpgrade): boolean {
  try {
    applySetUpgrade(profile, upgrade);
    return true;
  } catch (error) {
    if (error instanceof SignedUpdateError) return false;
    throw error;
  }
}

function notFromCurrentSet(
  profiles: readonly TrustProfile[],
  { vaa, newIndex, keys }: SetUpgrade,
): SignedUpdateError<UpgradeProblem> {
  const owner = profiles.find((profile) =>
    profile.sets.some((set) => set.index === newIndex && set.keys.join() === keys.join()),
  );
  return owner
    ? new SignedUpdateError('known-set', {
        code: 'known-set',
        setIndex: newIndex,
        profileName: owner.name,
      })
    : new SignedUpdateError('upgrade', { code: 'not-from-current-set', setIndex: vaa.setIndex });
}
