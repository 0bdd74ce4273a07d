import type { KeyProblem } from './signer-keys.ts';

/** Why a name of custom signers is not acceptable. */
export type NameProblem =
  | { code: 'name-length' | 'mixed-alphabets' }
  | { code: 'name-taken' | 'name-looks-alike'; name: string };

/** A problem with one field of a custom profile. */
export type ProfileProblem = {
  field: 'name' | 'emitterChain' | 'emitterAddress' | 'keys' | 'quorum' | 'setIndex';
} & (
  | NameProblem
  | { code: 'emitter-format' | 'chain-range' | 'set-range' | 'quorum-range' }
  | { code: 'emitter-taken'; name: string }
  /** `signer`: the place in the list, from 0. */
  | { code: 'key-format'; signer: number }
  | { code: 'keys'; keys: KeyProblem }
);
