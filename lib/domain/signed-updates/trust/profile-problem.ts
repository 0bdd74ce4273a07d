import type { KeyProblem } from './signer-keys.ts';

export type NameProblem =
  | { code: 'name-length' | 'mixed-alphabets' }
  | { code: 'name-taken' | 'name-looks-alike'; name: string };

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
