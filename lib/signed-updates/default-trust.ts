import type { TrustSettings } from './trust-settings.ts';

/** The built-in signer sets alone. Apart from what resolves it: pages do not load the verifier. */
export const DEFAULT_TRUST_SETTINGS: TrustSettings = {
  beta: false,
  upgrades: [],
  custom: [],
  setsInUse: {},
};
