import type { TrustSettings } from './trust-settings.ts';

// Separate, so that pages do not load the verifier.

export const DEFAULT_TRUST_SETTINGS: TrustSettings = {
  beta: false,
  upgrades: [],
  custom: [],
  setsInUse: {},
};
