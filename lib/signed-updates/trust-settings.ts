import { checkCustomProfile } from './custom-profile.ts';
import type { CustomProfile } from './custom-profile.ts';
import { SignedUpdateError } from './errors.ts';
import { importSetUpgrade } from './set-upgrade.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET } from './signer-sets.ts';
import { fitProfileName } from './profile-name.ts';
import type { TrustProfile } from './trust-profile.ts';

/** What of the trust is the user's, in a form that can be stored. */
export interface TrustSettings {
  /** Trust the beta network's single signer in the guardians' stead. */
  beta: boolean;
  /** Upgrade messages that were accepted, as pasted, in that order. */
  upgrades: readonly string[];
  custom: readonly CustomProfile[];
  /** When imported sets were first seen signing, unix milliseconds, by `setKey`. */
  setsInUse: Readonly<Record<string, number>>;
}

/** What trust settings amount to. */
export interface ResolvedTrust {
  profiles: readonly TrustProfile[];
  /** Why upgrades are left out. */
  problems: string[];
  /** What the user wrote of the profiles that they added, by profile id. */
  added: ReadonlyMap<string, CustomProfile>;
  /** The user's own signers that are left out. */
  refused: RefusedProfile[];
}

export interface RefusedProfile {
  /** As it is shown. */
  name: string;
  /** Why it is refused, in whole sentences. */
  problem: string;
  /** What the user wrote. */
  draft: CustomProfile;
}

/** Names one set of one profile in `TrustSettings.setsInUse`. */
export function setKey(profileId: string, setIndex: number): string {
  return `${profileId}/${setIndex}`;
}

/**
 * The profiles to verify with. Upgrade messages are verified again each time, so that a stored
 * or imported settings file can bring in no set which the network did not sign. Whatever is not
 * acceptable is left out, and told.
 */
export function resolveProfiles(settings: TrustSettings): ResolvedTrust {
  const problems: string[] = [];
  const added = new Map<string, CustomProfile>();
  const refused: RefusedProfile[] = [];
  let profiles: readonly TrustProfile[] = [PYTH_ROUTERS, WORMHOLE_MAINNET];
  for (const upgrade of settings.upgrades) {
    const result = tryUpgrade(profiles, upgrade);
    if (result instanceof SignedUpdateError) problems.push(result.message);
    else profiles = result;
  }
  // Not before: an upgrade of the guardians is no problem of those who trust the beta in between.
  if (settings.beta) {
    profiles = profiles.map((each) => (each.id === WORMHOLE_MAINNET.id ? WORMHOLE_TESTNET : each));
  }
  for (const draft of settings.custom) {
    const result = checkCustomProfile(draft, profiles);
    if ('profile' in result) {
      profiles = [...profiles, result.profile];
      added.set(result.profile.id, draft);
    } else {
      const problem = result.problems.map(({ message }) => message).join(' ');
      refused.push({ name: fitProfileName(draft.name) || 'No name', problem, draft });
    }
  }
  return {
    profiles: profiles.map((each) => withFirstUses(each, settings.setsInUse)),
    problems,
    added,
    refused,
  };
}

function tryUpgrade(
  profiles: readonly TrustProfile[],
  upgrade: string,
): readonly TrustProfile[] | SignedUpdateError {
  try {
    return importSetUpgrade(profiles, upgrade).profiles;
  } catch (error) {
    if (!(error instanceof SignedUpdateError)) throw error;
    // Imported before this version knew the set itself, or pasted twice.
    return error.check === 'known-set' ? profiles : error;
  }
}

function withFirstUses(profile: TrustProfile, setsInUse: TrustSettings['setsInUse']): TrustProfile {
  const sets = profile.sets.map((set) => ({
    ...set,
    inUseSinceMs: set.inUseSinceMs ?? setsInUse[setKey(profile.id, set.index)] ?? null,
  }));
  return { ...profile, sets };
}
