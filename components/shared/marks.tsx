import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { signerWords } from '@/lib/domain/prices/signer-words.ts';
import * as shapes from './icon-shapes.ts';
import { Mark } from './mark.tsx';
import { PROBLEMS, type ProblemMarkProps } from './problem-marks.ts';

// Only for unverified prices, so that the watchlist paints without its many sentences.
const WordedMark = lazy(() => import('./worded-mark.tsx'));

// 12 px icons; their words are text alternative and tooltip.

export function BadgeMark() {
  return <Mark name="pin" label={t('row.mark.onBadge')} shapes={shapes.PIN} />;
}

/** @param opensAt such as `Mon, 3:30 PM`; `null` if unknown */
export function ClosedMark({ opensAt }: { opensAt: string | null }) {
  return (
    <Mark
      name="moon"
      label={opensAt === null ? t('row.mark.closed') : t('row.mark.closedUntil', { time: opensAt })}
      shapes={shapes.MOON}
    />
  );
}

/** Prices arrive outside the market's hours. */
export function AfterHoursMark() {
  return <Mark name="moon" label={t('marketHours.afterHours')} shapes={shapes.MOON} />;
}

export function StaleMark() {
  return <Mark name="clock" label={t('row.mark.stale')} shapes={shapes.CLOCK} />;
}

export function ProofMark({ proof }: { proof: Proof }) {
  if (proof.state !== 'verified') return <ProblemMark name="unchecked" problem={proof.reason} />;
  const label = t('row.mark.verified', { signers: signerWords(proof) });
  return <Mark name="verified" label={label} shapes={shapes.CHECKED_SHIELD} />;
}

export function FailedMark({ problem }: { problem: VerificationProblem }) {
  return <ProblemMark name="failed" problem={problem} />;
}

function ProblemMark(props: ProblemMarkProps) {
  const { name } = props;
  return (
    <Suspense
      fallback={<Mark name={name} label={t(`proof.state.${name}`)} shapes={PROBLEMS[name]} />}
    >
      <WordedMark {...props} />
    </Suspense>
  );
}

export function NotCoveredMark() {
  return <Mark name="key" label={t('row.mark.noAccess')} shapes={shapes.KEY} />;
}

/** @param state `fired`: unseen by the user */
export function AlertMark({ state }: { state: 'armed' | 'fired' }) {
  const isFired = state === 'fired';
  const label = t(isFired ? 'row.mark.alertTriggered' : 'row.mark.alertSet');
  return <Mark name="bell" label={label} shapes={isFired ? shapes.RINGING_BELL : shapes.BELL} />;
}
