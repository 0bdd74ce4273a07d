import { t } from '@/lib/base/locale/t.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { signerWords } from '@/lib/domain/prices/signer-words.ts';
import { Mark, SHAPES } from './icons.tsx';

// 12 px icons with words as text alternative and tooltip.

export function BadgeMark() {
  return <Mark name="pin" label={t('row.mark.onBadge')} shapes={SHAPES.pin} />;
}

export function ProofMark({ proof }: { proof: Proof }) {
  if (proof.state !== 'verified') return <ProblemMark name="unchecked" problem={proof.reason} />;
  const label = t('row.mark.verified', { signers: signerWords(proof) });
  return <Mark name="verified" label={label} shapes={SHAPES.checkedShield} />;
}

export function FailedMark({ problem }: { problem: VerificationProblem }) {
  return <ProblemMark name="failed" problem={problem} />;
}

const PROBLEMS = {
  unchecked: { key: 'row.mark.notVerified', icon: SHAPES.shield },
  failed: { key: 'row.mark.failed', icon: SHAPES.failedShield },
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
  return <Mark name="key" label={t('row.mark.noAccess')} shapes={SHAPES.key} />;
}

/** @param state `fired`: triggered, and not yet seen */
export function AlertMark({ state }: { state: 'armed' | 'fired' }) {
  const isFired = state === 'fired';
  const label = t(isFired ? 'row.mark.alertTriggered' : 'row.mark.alertSet');
  return <Mark name="bell" label={label} shapes={SHAPES[isFired ? 'ringingBell' : 'bell']} />;
}
