import type { AnsweredStakeCaps, ProofDetails } from '@/lib/inquiries.ts';
import { timeWithZone } from '@/lib/export/picture-footer.ts';
import { ProofMark } from '../marks.tsx';

const HEADINGS = {
  verified: 'Verified',
  unverified: 'Not verified',
  mismatch: 'The service contradicts the signed caps',
} as const;

/** What the signatures say of the caps, and the details of the proof. */
export function StakeCapsProof({
  answer: { proof, details, publishTime },
}: {
  answer: AnsweredStakeCaps;
}) {
  if (!proof) {
    return <p className="hint">Signatures are off: these caps were not checked.</p>;
  }
  return (
    <div className="caps-proof" data-state={proof.state}>
      <p>
        <ProofMark proof={proof} />
        <b>{HEADINGS[proof.state]}</b> {proof.text}
      </p>
      {publishTime !== null && (
        <p className="facts">Signed for {timeWithZone(publishTime * 1_000)}</p>
      )}
      {details && <Details {...details} />}
    </div>
  );
}

function Details(details: ProofDetails) {
  const rows = [
    ['Signed by', `${details.profileName}, set ${details.setIndex}`],
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
