import type { UpgradeProblem } from './trust/profile-problem.ts';
import type { VerificationProblem } from './verification-problem.ts';

/** The check that an update, a signer-set upgrade or a trust profile failed. */
export type SignedUpdateCheck =
  /** The text is not strict hex or base64, or the stated encoding is neither. */
  | 'encoding'
  /** A blob is larger than any genuine one, or the update needs more work than any genuine one. */
  | 'size'
  /** The bytes end before the structure does. */
  | 'truncated'
  /** There are extra bytes after the end of the structure. */
  | 'trailing-bytes'
  | 'magic'
  | 'version'
  | 'update-type'
  /** The signed envelope (VAA) is malformed or of another version. */
  | 'vaa'
  /** No trust profile covers the emitter. */
  | 'emitter'
  /** The profile does not contain the signer set, usually because the set is newer. */
  | 'unknown-set'
  /** The signer set was retired before the publish time or, for a latest price, by now. */
  | 'expired-set'
  /** A listed signer index is not in the set, or the indexes are not in ascending order. */
  | 'signer-index'
  | 'quorum'
  /** A listed signature is malformed or was not made by the signer it names. */
  | 'signature'
  /** The signed payload is not a Merkle root of prices. */
  | 'payload'
  /** A message is too short for its kind or contains an impossible value. */
  | 'message'
  /** A message does not belong to the signed Merkle root. */
  | 'proof'
  /** The bytes are not a signer-set upgrade that this profile accepts. */
  | 'upgrade'
  /** The signer-set upgrade announces a set that the profile already contains. */
  | 'known-set';

/**
 * The message is for developers; `upgradeWords` explains `problem` to the user. Both texts quote
 * only numbers and identifiers of the update.
 */
export class SignedUpdateError<
  Problem extends UpgradeProblem | VerificationProblem = VerificationProblem,
> extends Error {
  override readonly name = 'SignedUpdateError';
  readonly check: SignedUpdateCheck;
  readonly problem: Problem;

  constructor(check: SignedUpdateCheck, problem: Problem) {
    super(`Check “${check}” failed: ${JSON.stringify(problem)}`);
    this.check = check;
    this.problem = problem;
  }
}

/**
 * Whether the update may still be genuine: it has no signatures that a trusted signer could have
 * made.
 */
export function isUnchecked(check: SignedUpdateCheck | 'missing'): boolean {
  return OUTCOMES[check] === 'unchecked';
}

const OUTCOMES: Readonly<Record<SignedUpdateCheck | 'missing', 'unchecked' | 'failed'>> = {
  missing: 'unchecked',
  magic: 'unchecked',
  version: 'unchecked',
  'update-type': 'unchecked',
  emitter: 'unchecked',
  'unknown-set': 'unchecked',
  'expired-set': 'unchecked',
  encoding: 'failed',
  size: 'failed',
  truncated: 'failed',
  'trailing-bytes': 'failed',
  vaa: 'failed',
  'signer-index': 'failed',
  quorum: 'failed',
  signature: 'failed',
  payload: 'failed',
  message: 'failed',
  proof: 'failed',
  upgrade: 'failed',
  'known-set': 'failed',
};
