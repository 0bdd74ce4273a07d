import type { AnsweredStakeCaps, ProofDetails } from '@/lib/pages/questions.ts';
import { timeWithZone } from '@/lib/export/picture-footer.ts';
import { verificationWords } from '@/lib/signed-updates/verification-words.ts';
import { proofWords } from '@/lib/text/proof-words.ts';
import { toMilliseconds } from '@/lib/units.ts';
import { FailedMark, ProofMark } from '../shared/marks.tsx';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';
import { classNames } from '../shared/button.tsx';
import calloutStyles from './callout.module.css';

const HEADINGS = {
  verified: 'Verified',
  unchecked: 'Not verified',
  failed: 'Failed verification',
} as const;

const TONES = { verified: 'good', unchecked: 'neutral', failed: 'bad' } as const;

/** Whether the caps are verified, and the details of the proof. */
export function StakeCapsProof({
  answer: { proof, failure, details, publishTime },
}: {
  answer: AnsweredStakeCaps;
}) {
  const state = failure ? 'failed' : proof?.state;
  if (state === undefined) {
    return <p className={panelStyles.hint}>Signatures are off: these caps were not checked.</p>;
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
        <b>{HEADINGS[state]}</b> {failure ? verificationWords(failure) : proof && proofWords(proof)}
      </p>
      {publishTime !== null && (
        <p className={calloutStyles.facts}>
          Signed for {timeWithZone(toMilliseconds(publishTime))}
        </p>
      )}
      {details && <Details {...details} />}
    </div>
  );
}

function Details(details: ProofDetails) {
  const rows = [
    [
      'Signed by',
      `${details.profileName}${details.isBuiltIn ? '' : ' (added by you)'}, set ${details.setIndex}`,
    ],
    ['Signers', `${details.signers.join(', ')} (${details.quorum} of ${details.setSize} needed)`],
    ['Emitter', `${details.emitterChain} / ${details.emitterAddress}`],
    ['Sequence', details.sequence],
    ['Slot', details.slot],
    ['Root', details.root],
    ['Proof length', `${details.proofLength} hashes`],
  ] as const;
  return (
    <details>
      <summary>Proof</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
