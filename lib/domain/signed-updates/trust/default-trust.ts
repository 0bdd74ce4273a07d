import type { TrustSettings } from './trust-settings.ts';

// Separate from `resolveProfiles`, so that pages do not load the verifier.

/** Trusts the built-in signer sets only. */
export const DEFAULT_TRUST_SETTINGS: TrustSettings = {
  beta: false,
  upgrades: [],
  custom: [],
  setsInUse: {},
};
