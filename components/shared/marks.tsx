import { t } from '@/lib/base/locale/t.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { signerWords } from '@/lib/domain/prices/signer-words.ts';
import * as shapes from './icon-shapes.ts';
import { Mark } from './mark.tsx';

// 12 px icons with words as text alternative and tooltip.

export function BadgeMark() {
  return <Mark name="pin" label={t('row.mark.onBadge')} shapes={shapes.PIN} />;
}

export function ProofMark({ proof }: { proof: Proof }) {
  if (proof.state !== 'verified') return <ProblemMark name="unchecked" problem={proof.reason} />;
  const label = t('row.mark.verified', { signers: signerWords(proof) });
  return <Mark name="verified" label={label} shapes={shapes.CHECKED_SHIELD} />;
}

export function FailedMark({ problem }: { problem: VerificationProblem }) {
  return <ProblemMark name="failed" problem={problem} />;
}

const PROBLEMS = {
  unchecked: { key: 'row.mark.notVerified', icon: shapes.SHIELD },
  failed: { key: 'row.mark.failed', icon: shapes.FAILED_SHIELD },
} as const;

interface ProblemMarkProps {
  name: keyof typeof PROBLEMS;
  problem: VerificationProblem;
}

function ProblemMark({ name, problem }: ProblemMarkProps) {
  const { key, icon } = PROBLEMS[name];
  return <Mark name={name} label={t(key, { reason: verificationWords(problem) })} shapes={icon} />;
}

export function NotCoveredMark() {
  return <Mark name="key" label={t('row.mark.noAccess')} shapes={shapes.KEY} />;
}

/** @param state `fired`: triggered, and not yet seen */
export function AlertMark({ state }: { state: 'armed' | 'fired' }) {
  const isFired = state === 'fired';
  const label = t(isFired ? 'row.mark.alertTriggered' : 'row.mark.alertSet');
  return <Mark name="bell" label={label} shapes={isFired ? shapes.RINGING_BELL : shapes.BELL} />;
}
