import type { KeyProblem } from './signer-keys.ts';

/** Why a signer-set upgrade was rejected, besides checks that updates share. */
export type UpgradeProblem =
  | { code: 'not-from-governance' | 'not-an-upgrade' | 'no-current-quorum' }
  | { code: 'not-upgradable'; profileName: string }
  | { code: 'not-next-set'; setIndex: number; nextIndex: number }
  | { code: 'not-from-current-set'; setIndex: number }
  | { code: 'known-set'; setIndex: number; profileName: string }
  | { code: 'bad-signers'; signers: KeyProblem };
