export type NameProblem =
  | { code: 'name-length' | 'mixed-alphabets' }
  | { code: 'name-taken' | 'name-looks-alike'; name: string };

export type ProfileProblem = {
  field: 'name' | 'emitterChain' | 'emitterAddress' | 'keys' | 'quorum' | 'setIndex';
} & (
  | NameProblem
  | { code: 'emitter-format' }
  | { code: 'range'; from: number; to: number }
  | { code: 'emitter-taken'; name: string }
  /** `signer`: position in the list, from 0. */
  | { code: 'key-format'; signer: number }
  | { code: 'keys'; keys: KeyProblem }
);

const ZERO_KEY = '0'.repeat(40);
/** An upgrade message has one byte for the number of keys. */
export const MOST_KEYS = 255;

export type KeyProblem = 'none' | 'too-many' | 'zero-address' | 'duplicate';

/**
 * Checks addresses (40 lowercase hex digits each). A duplicate key would count twice, and nobody is
 * known to own the zero address.
 */
export function keyProblem(keys: readonly string[]): KeyProblem | null {
  if (keys.length === 0) return 'none';
  if (keys.length > MOST_KEYS) return 'too-many';
  if (keys.includes(ZERO_KEY)) return 'zero-address';
  if (new Set(keys).size !== keys.length) return 'duplicate';
  return null;
}

/** Why a signer-set upgrade was rejected, beyond the checks that it shares with updates. */
export type UpgradeProblem =
  | { code: 'not-from-governance' | 'not-an-upgrade' | 'no-current-quorum' }
  | { code: 'not-upgradable'; profileName: string }
  | { code: 'not-next-set'; setIndex: number; nextIndex: number }
  | { code: 'not-from-current-set'; setIndex: number }
  | { code: 'known-set'; setIndex: number; profileName: string }
  | { code: 'bad-signers'; signers: KeyProblem };
