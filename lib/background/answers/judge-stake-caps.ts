import { isUnchecked } from '../../domain/signed-updates/errors.ts';
import { compareStakeCaps } from '../../domain/signed-updates/parsed-price.ts';
import type { Evidence, Failure, JudgedCaps } from '../intake/judged.ts';
import { toProof } from '../intake/proofs.ts';

/** Verifies stake caps. The signed ones count. @param caps as the service parsed them */
export function judgeStakeCaps(
  caps: JudgedCaps['caps'],
  { verified, trust }: Evidence,
): JudgedCaps {
  const signed = verified.stakeCaps;
  if (!signed) return judgeUnproven(caps, { verified, trust });
  const publisherCount = caps ? compareStakeCaps(caps, signed).length : 0;
  const failure: Failure = { reason: { code: 'caps-mismatch', publisherCount }, trust };
  return {
    caps: signed.caps,
    publishTime: signed.publishTime,
    proof: toProof(signed.proof, trust),
    ...(publisherCount > 0 && { failure }),
  };
}

function judgeUnproven(
  caps: JudgedCaps['caps'],
  { verified, trust }: Pick<Evidence, 'verified' | 'trust'>,
): JudgedCaps {
  const errors = verified.blobs.flatMap((blob) => (blob.ok ? [] : [blob.error]));
  const failed = errors.find(({ check }) => !isUnchecked(check));
  if (failed) return { caps: null, publishTime: null, failure: { reason: failed.problem, trust } };
  const reason = errors[0]?.problem ?? { code: 'no-signed-caps' };
  return { caps, publishTime: null, proof: { state: 'unchecked', reason, trust } };
}
