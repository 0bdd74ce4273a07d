import { BUILT_IN_SIGNERS_VERSION } from './built-in-version.ts';
import { DEFAULT_TRUST_SETTINGS } from './default-trust.ts';
import type { TrustSettings } from './trust-settings.ts';

const HEX_DIGITS = 32;

/**
 * Identifies who is trusted: equal for equal trust, different for any other. A proof carries the
 * fingerprint that it was judged under and counts only while that trust is in force. When a set was
 * first seen in use changes nobody's trust and is left out.
 */
export async function trustFingerprint(settings: TrustSettings): Promise<string> {
  const added = addedTrust(settings);
  if (added === addedTrust(DEFAULT_TRUST_SETTINGS)) return BUILT_IN_SIGNERS_VERSION;
  // A cryptographic hash: an imported profile must not be able to pass for the built-in trust.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(added));
  return `${BUILT_IN_SIGNERS_VERSION}-${new Uint8Array(digest).toHex().slice(0, HEX_DIGITS)}`;
}

/** What the user added to the built-in signers, as one text: equal trust gives equal texts. */
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
