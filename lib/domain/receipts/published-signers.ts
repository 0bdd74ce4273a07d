import { SignedUpdateError } from '../signed-updates/errors.ts';
import { importSetUpgrade } from '../signed-updates/trust/set-upgrade.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '../signed-updates/trust/signer-sets.ts';
import type { TrustProfile } from '../signed-updates/trust/trust-profile.ts';

/** The signer set that an update names. */
interface NamedSet {
  emitterChain: number;
  emitterAddress: string;
  setIndex: number;
}

/** `announced`: by a message of known signers; `added`: by the user. */
export type Origin = 'built-in' | 'announced' | 'added';

export interface PublishedSigners {
  profile: TrustProfile;
  origin: Origin;
}

// The beta network has a single key, so it must not vouch for a file as the routers do.
const BUILT_IN = [PYTH_ROUTERS, WORMHOLE_MAINNET];
const BUILT_IN_IDS = new Set(BUILT_IN.map(({ id }) => id));

/**
 * The published signers of an emitter and set, whatever a page lists.
 * @param announcements signed messages in hex or base64, in order
 */
export function publishedSigners(
  named: NamedSet,
  announcements: readonly string[],
  builtIn: readonly TrustProfile[] = BUILT_IN,
): PublishedSigners | null {
  const profile = profileOf(named, builtIn);
  if (profile) return { profile, origin: BUILT_IN_IDS.has(profile.id) ? 'built-in' : 'added' };
  const announced = profileOf(named, announcements.reduce(withAnnouncement, builtIn));
  return announced && { profile: announced, origin: 'announced' };
}

function profileOf(named: NamedSet, profiles: readonly TrustProfile[]): TrustProfile | null {
  const { emitterChain, emitterAddress, setIndex } = named;
  const profile = profiles.find(
    (each) =>
      each.emitterChain === emitterChain &&
      each.emitterAddress === emitterAddress &&
      each.sets.some(({ index }) => index === setIndex),
  );
  return profile ?? null;
}

/** Ignores an announcement that the last known set did not sign. */
function withAnnouncement(
  profiles: readonly TrustProfile[],
  announcement: string,
): readonly TrustProfile[] {
  try {
    return importSetUpgrade(profiles, announcement).profiles;
  } catch (error) {
    if (error instanceof SignedUpdateError) return profiles;
    throw error;
  }
}
