import { isUnchecked } from '../../domain/signed-updates/errors.ts';
import { compareStakeCaps } from '../../domain/signed-updates/verdict.ts';
import type { VerifiedUpdate } from '../../domain/signed-updates/verify.ts';
import type { FailedCheck, Proof } from '../../domain/prices/stored-price.ts';
import type { UnixSeconds } from '../../base/units.ts';
import { toProof } from './proofs.ts';

export type Failure = Omit<FailedCheck, 'at'>;

export interface JudgedCaps {
  /** `null` if missing or not verified. */
  caps: Array<{ publisher: string; cap: bigint }> | null;
  /** `null`: only the signed message contains it. */
  publishTime: UnixSeconds | null;
  proof?: Proof;
  failure?: Failure;
}

interface Evidence {
  verified: VerifiedUpdate;
  trust: string;
}

/** Prefers the signed caps. @param caps as the service parsed them */
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

function judgeUnproven(caps: JudgedCaps['caps'], { verified, trust }: Evidence): JudgedCaps {
  const errors = verified.blobs.flatMap((blob) => (blob.ok ? [] : [blob.error]));
  const failed = errors.find(({ check }) => !isUnchecked(check));
  if (failed) return { caps: null, publishTime: null, failure: { reason: failed.problem, trust } };
  const reason = errors[0]?.problem ?? { code: 'no-signed-caps' };
  return { caps, publishTime: null, proof: { state: 'unchecked', reason, trust } };
}
