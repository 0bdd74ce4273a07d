import type { TrustSettings } from './trust-settings.ts';

// Apart from what resolves it: pages do not load the verifier.

/** The built-in signer sets alone. */
export const DEFAULT_TRUST_SETTINGS: TrustSettings = {
  beta: false,
  upgrades: [],
  custom: [],
  setsInUse: {},
};
