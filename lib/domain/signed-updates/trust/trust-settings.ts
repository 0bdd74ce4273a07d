import type { UnixMilliseconds } from '../../../base/units.ts';
import { checkCustomProfile } from './custom-profile.ts';
import type { CustomProfile } from './custom-profile.ts';
import { SignedUpdateError } from '../errors.ts';
import type { ProfileProblem, UpgradeProblem } from './profile-problem.ts';
import { importSetUpgrade } from './set-upgrade.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET } from './signer-sets.ts';
import { fitProfileName } from './profile-name.ts';
import type { TrustProfile } from './trust-profile.ts';
import type { VerificationProblem } from '../verification-problem.ts';

/** The user's trust settings, as stored. */
export interface TrustSettings {
  /** Trust the beta network's single signer instead of the guardians. */
  beta: boolean;
  /** As pasted, in the order of acceptance. */
  upgrades: readonly string[];
  custom: readonly CustomProfile[];
  /** When each imported set was first seen, by `setKey`. */
  setsInUse: Readonly<Record<string, UnixMilliseconds>>;
}

export interface ResolvedTrust {
  profiles: readonly TrustProfile[];
  /** Why upgrades were left out. */
  problems: (UpgradeProblem | VerificationProblem)[];
  /** The user's input by profile id. */
  added: ReadonlyMap<string, CustomProfile>;
  /** Custom profiles that were left out. */
  refused: RefusedProfile[];
}

export interface RefusedProfile {
  /** Normalized for display. Can be empty. */
  name: string;
  /** At least one. */
  problems: readonly ProfileProblem[];
  /** The user's input. */
  draft: CustomProfile;
}

export function setKey(profileId: string, setIndex: number): string {
  return `${profileId}/${setIndex}`;
}

/**
 * Verifies upgrade messages each time, so that stored or imported settings cannot add a set that
 * the network did not sign. Reports what it leaves out.
 * @param onProblem `stop` leaves out all upgrades after a bad one
 */
export function resolveProfiles(
  settings: TrustSettings,
  onProblem: 'skip' | 'stop' = 'skip',
): ResolvedTrust {
  const problems: ResolvedTrust['problems'] = [];
  const added = new Map<string, CustomProfile>();
  const refused: RefusedProfile[] = [];
  let profiles: readonly TrustProfile[] = [PYTH_ROUTERS, WORMHOLE_MAINNET];
  for (const upgrade of settings.upgrades) {
    const result = tryUpgrade(profiles, upgrade);
    if (!(result instanceof SignedUpdateError)) {
      profiles = result;
      continue;
    }
    problems.push(result.problem);
    if (onProblem === 'stop') break;
  }
  // After the upgrades, so that guardian upgrades still apply in beta.
  if (settings.beta) {
    profiles = profiles.map((each) => (each.id === WORMHOLE_MAINNET.id ? WORMHOLE_TESTNET : each));
  }
  for (const draft of settings.custom) {
    const result = checkCustomProfile(draft, profiles);
    if ('profile' in result) {
      profiles = [...profiles, result.profile];
      added.set(result.profile.id, draft);
    } else {
      refused.push({ name: fitProfileName(draft.name), problems: result.problems, draft });
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
    // Imported before the set became built-in, or pasted twice.
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
