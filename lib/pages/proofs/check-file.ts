import { checkProof, type CheckedProof } from '../../domain/proofs/check-proof.ts';
import { PROOF_LIMITS, readProof } from '../../domain/proofs/read-proof.ts';
import { resolveProfiles } from '../../domain/signed-updates/trust/trust-settings.ts';
import { trustSettings } from '../../storage/values/settings.ts';

/**
 * Checks a file with the user's trusted signers.
 * @param signal stops the work
 * @throws if the file is too large or damaged
 */
export async function checkFile(file: Blob, signal: AbortSignal): Promise<CheckedProof> {
  if (file.size > PROOF_LIMITS.bytes) throw new RangeError('Too large.');
  const proof = readProof(new Uint8Array(await file.arrayBuffer()));
  const { profiles } = resolveProfiles(await trustSettings.getValue());
  return checkProof(proof, profiles, signal);
}
