import type { TrustSettings } from './trust-settings.ts';

// Separate from the verifier, so that pages do not load it.

export const DEFAULT_TRUST_SETTINGS: TrustSettings = {
  beta: false,
  upgrades: [],
  custom: [],
  setsInUse: {},
};

/** Changes only with the built-in signer sets. */
export const BUILT_IN_SIGNERS_VERSION = 'b1';

const HEX_DIGITS = 32;

/**
 * Identifies the trusted signers. A proof carries the fingerprint that it was checked under and is
 * valid only while the fingerprint is unchanged. The times when sets were first seen do not count.
 */
export async function trustFingerprint(settings: TrustSettings): Promise<string> {
  const added = addedTrust(settings);
  if (added === addedTrust(DEFAULT_TRUST_SETTINGS)) return BUILT_IN_SIGNERS_VERSION;
  // Cryptographic, so that no imported profile can imitate the built-in fingerprint.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(added));
  return `${BUILT_IN_SIGNERS_VERSION}-${new Uint8Array(digest).toHex().slice(0, HEX_DIGITS)}`;
}

/** What the user added to the built-in signers. */
function addedTrust({ beta, upgrades, custom }: TrustSettings): string {
  const profiles = custom.map(({ name, emitterChain, emitterAddress, keys, quorum, setIndex }) => [
    name,
    emitterChain,
    emitterAddress,
    keys,
    quorum,
    setIndex,
  ]);
  return JSON.stringify([beta, upgrades, profiles]);
}
