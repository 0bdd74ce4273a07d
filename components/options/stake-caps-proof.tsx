import type { ReactNode } from 'react';
import type { AnsweredStakeCaps, ProofDetails } from '@/lib/pages/questions.ts';
import { timeWithZone } from '@/lib/pages/export/picture-footer.ts';
import { formatCount, formatList } from '@/lib/base/locale/format.ts';
import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { FailedMark, ProofMark } from '../shared/marks.tsx';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';
import { classNames } from '../shared/button.tsx';
import calloutStyles from '../shared/callout.module.css';

const TONES = { verified: 'good', unchecked: 'neutral', failed: 'bad' } as const;

/** Whether the caps are verified, and the details of the proof. */
export function StakeCapsProof({
  answer: { proof, failure, details, publishTime },
}: {
  answer: AnsweredStakeCaps;
}) {
  const state = failure ? 'failed' : proof?.state;
  if (state === undefined) {
    return <p className={panelStyles.hint}>{t('stakeCaps.proof.off')}</p>;
  }
  return (
    <div
      className={classNames(calloutStyles.callout, styles.proof)}
      data-part="proof"
      data-tone={TONES[state]}
    >
      <p>
        {failure && <FailedMark problem={failure} />}
        {!failure && proof && <ProofMark proof={proof} />}
        <b>{t(`stakeCaps.proof.${state}`)}</b>{' '}
        {failure ? verificationWords(failure) : proof && proofWords(proof)}
      </p>
      {publishTime !== null && (
        <p className={calloutStyles.facts}>
          {t('stakeCaps.proof.published', { time: timeWithZone(toMilliseconds(publishTime)) })}
        </p>
      )}
      {details && <Details {...details} />}
    </div>
  );
}

function Details(details: ProofDetails) {
  const { emitterChain, emitterAddress, sequence, slot, root, proofLength } = details;
  return (
    <details>
      <summary>{t('proof.title')}</summary>
      <dl>
        <Term name="stakeCaps.proof.signedBy">{signerSetText(details)}</Term>
        <Term name="stakeCaps.proof.signers" hint="stakeCaps.proof.signersHint">
          {signersText(details)}
        </Term>
        <Term name="stakeCaps.proof.emitter" hint="stakeCaps.proof.emitterHint">
          <bdi dir="ltr">
            {emitterChain} / {emitterAddress}
          </bdi>
        </Term>
        <Term name="proof.sequence" hint="stakeCaps.proof.sequenceHint">
          {sequence}
        </Term>
        <Term name="detail.slot" hint="stakeCaps.proof.slotHint">
          {slot}
        </Term>
        <Term name="proof.root" hint="stakeCaps.proof.rootHint">
          <bdi dir="ltr">{root}</bdi>
        </Term>
        <Term name="proof.length">{t('proof.hashes', { count: proofLength })}</Term>
      </dl>
    </details>
  );
}

interface TermProps {
  name: PlainKey;
  /** Explains a technical term. */
  hint?: PlainKey;
  children: ReactNode;
}

function Term({ name, hint, children }: TermProps) {
  return (
    <div title={hint && t(hint)}>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function signerSetText({ profileName: name, isBuiltIn, setIndex }: ProofDetails): string {
  const key = isBuiltIn ? 'stakeCaps.proof.signerSet' : 'stakeCaps.proof.addedSignerSet';
  return t(key, { name, index: String(setIndex) });
}

function signersText({ signers, quorum, setSize }: ProofDetails): string {
  return t('stakeCaps.proof.signersInSet', {
    signers: formatList(signers.map(String), 'conjunction'),
    quorum: formatCount(quorum),
    size: formatCount(setSize),
  });
}
