import { lazy, Suspense } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { VerificationProblem } from '@/lib/signed-updates/verification-problem.ts';
import type { Proof } from '@/lib/storage/prices.ts';
import { signerWords } from '@/lib/text/signer-words.ts';
import { Mark } from './mark.tsx';
import { PROBLEMS, SHIELD, type ProblemMarkProps } from './problem-marks.ts';

// Loaded only when a price is not verified, so that the watchlist paints without its many sentences.
const WordedMark = lazy(() => import('./worded-mark.tsx'));

// 12 px icons that replace a word; the word is their text alternative and tooltip.

export function BadgeMark() {
  return (
    <Mark
      name="pin"
      label={t('row.mark.onBadge')}
      path="M7.6.9 11.1 4.4 8.9 5.6 7.8 8.9 3.1 4.2 6.4 3.1zM4.6 6.6.9 11.1 5.4 7.4z"
    />
  );
}

/** @param opensAt when the market opens, such as `Mon, 3:30 PM`; `null` if unknown */
export function ClosedMark({ opensAt }: { opensAt: string | null }) {
  return (
    <Mark
      name="moon"
      label={opensAt === null ? t('row.mark.closed') : t('row.mark.closedUntil', { time: opensAt })}
      path="M10.5 7.3A4.8 4.8 0 0 1 4.7 1.5 4.8 4.8 0 1 0 10.5 7.3Z"
    />
  );
}

export function StaleMark() {
  return (
    <Mark
      name="clock"
      label={t('row.mark.stale')}
      path="M10.6 6a4.6 4.6 0 1 1-9.2 0 4.6 4.6 0 0 1 9.2 0ZM6 3.4V6l1.7 1.2"
    />
  );
}

/** Whether a price is verified. */
export function ProofMark({ proof }: { proof: Proof }) {
  if (proof.state !== 'verified') return <ProblemMark name="unchecked" problem={proof.reason} />;
  const label = t('row.mark.verified', { signers: signerWords(proof) });
  return <Mark name="verified" label={label} path={`${SHIELD}M4.2 6l1.3 1.3 2.4-2.6`} />;
}

/** The feed's prices fail verification. */
export function FailedMark({ problem }: { problem: VerificationProblem }) {
  return <ProblemMark name="failed" problem={problem} />;
}

function ProblemMark(props: ProblemMarkProps) {
  const { name } = props;
  return (
    <Suspense
      fallback={<Mark name={name} label={t(`proof.state.${name}`)} path={PROBLEMS[name]} />}
    >
      <WordedMark {...props} />
    </Suspense>
  );
}

/** The access token does not cover the feed. */
export function NotCoveredMark() {
  const key = 'M5.7 6.6a2.4 2.4 0 1 1 0-.1L11 6.5V8.3M8.8 6.5V7.9';
  return <Mark name="key" label={t('row.mark.noAccess')} path={key} />;
}

/** @param state `fired` if one of the feed's alerts fired and the user has not seen it yet */
export function AlertMark({ state }: { state: 'armed' | 'fired' }) {
  const label = t(state === 'fired' ? 'row.mark.alertTriggered' : 'row.mark.alertSet');
  const bell =
    'M6 1a3.2 3.2 0 0 0-3.2 3.2c0 3.1-1.3 4-1.3 4h9s-1.3-.9-1.3-4A3.2 3.2 0 0 0 6 1ZM4.8 9.3a1.3 1.3 0 0 0 2.4 0z';
  const ringing = `${bell}M1.6 1.2A4.6 4.6 0 0 0 .6 3.4M10.4 1.2a4.6 4.6 0 0 1 1 2.2`;
  return <Mark name="bell" label={label} path={state === 'fired' ? ringing : bell} />;
}
