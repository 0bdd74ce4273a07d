import type { ProofDetails } from '../../pages/questions.ts';
import type { UpdateProof, Verified } from '../../domain/signed-updates/verify.ts';
import type { Proof } from '../../domain/prices/stored-price.ts';

export function toProof(
  { signers, setSize, profileName, isBuiltIn }: UpdateProof,
  trust: string,
): Proof {
  const signerCount = signers.length;
  return { state: 'verified', signerCount, setSize, profileName, isBuiltIn, trust };
}

export function toDetails({ proof, proofLength, blob }: Verified<object>): ProofDetails {
  const { profileId: _, setKeys: __, sequence, slot, ...others } = proof;
  return { ...others, sequence: String(sequence), slot: String(slot), proofLength, blob };
}
