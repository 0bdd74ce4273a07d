/** Which check an update, a signer-set upgrade or a trust profile failed. */
export type SignedUpdateCheck =
  /** The text is not strict hex or base64, or the label names another encoding. */
  | 'encoding'
  /** A blob is larger, or the update costs more work, than any genuine one. */
  | 'size'
  /** The bytes end before the structure does. */
  | 'truncated'
  /** Bytes follow where the structure has ended. */
  | 'trailing-bytes'
  | 'magic'
  | 'version'
  | 'update-type'
  /** The signed envelope (VAA) is malformed or of another version. */
  | 'vaa'
  /** No trust profile covers the emitter. */
  | 'emitter'
  /** The profile does not know the signer set; above all: it is newer than the known ones. */
  | 'unknown-set'
  /** The signer set was retired: before a message was published or, but for history, by now. */
  | 'expired-set'
  /** A listed signer index is not in the set, or the indexes do not ascend. */
  | 'signer-index'
  | 'quorum'
  /** A listed signature is malformed or was not made by the signer it names. */
  | 'signature'
  /** The signed payload is not a Merkle root of prices. */
  | 'payload'
  /** A message is shorter than its kind demands or holds an impossible value. */
  | 'message'
  /** A message does not belong to the signed Merkle root. */
  | 'proof'
  /** The bytes are no acceptable signer-set upgrade for this profile. */
  | 'upgrade'
  /** The signer-set upgrade announces a set that is known already. */
  | 'known-set';

/**
 * Says which check failed; the message is a plain sentence for the user. It never holds
 * anything but numbers and identifiers of the update itself.
 */
export class SignedUpdateError extends Error {
  override readonly name = 'SignedUpdateError';
  readonly check: SignedUpdateCheck;

  constructor(check: SignedUpdateCheck, message: string) {
    super(message);
    this.check = check;
  }
}

/**
 * Whether a failed check leaves it open if the update is genuine: there are no signatures, or none
 * that a trusted signer could have made. All other checks were made and found something wrong.
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
