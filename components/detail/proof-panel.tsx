import { useEffect, useEffectEvent } from 'react';
import type { AnsweredPrice, ProofDetails } from '@/lib/pages/questions.ts';
import { failureWords, proofWords } from '@/lib/text/proof-words.ts';
import { useInquiry, type QuestionOf } from '../hooks/use-inquiry.ts';
import { CopyUpdate } from './copy-update.tsx';
import { momentText } from './date-words.ts';
import { Term, Terms } from './figure-terms.tsx';
import { Panel } from './panel.tsx';
import { everyDigit } from './sample-text.ts';
import { slotText } from './slot-text.ts';
import { Button } from '../shared/button.tsx';
import styles from './panel.module.css';

interface ProofPanelProps {
  id: string;
  panelId: string;
  onClose: () => void;
}

/** The proof of a price: who signed it, what exactly they signed, and the signed bytes. */
export function ProofPanel({ id, panelId, onClose }: ProofPanelProps) {
  const { inquiry, ask } = useInquiry<QuestionOf<'proof'>>();
  const askOnOpen = useEffectEvent(() => void ask({ kind: 'proof', id }));
  useEffect(() => askOnOpen(), []);

  const figure =
    inquiry.state === 'answered' ? inquiry.answer.prices.find((each) => each.id === id) : null;
  return (
    <Panel id={panelId} title="Proof" onClose={onClose}>
      <div role="status" aria-label="Proof status">
        {inquiry.state === 'asking' && (
          <p className={styles.waiting}>Looking for the signed update…</p>
        )}
        {inquiry.state === 'failed' && <p className={styles.failure}>{inquiry.reason}</p>}
        {inquiry.state === 'answered' && !figure && (
          <p className={styles.failure}>The update holds nothing of this feed.</p>
        )}
        {figure && <FigureLine figure={figure} />}
      </div>
      {figure?.details && <Details details={figure.details} />}
      {inquiry.state === 'answered' && (
        <CopyUpdate update={inquiry.answer.update} blob={figure?.details?.blob ?? null} />
      )}
      {(inquiry.state === 'answered' || inquiry.state === 'failed') && (
        <Button
          kind="link"
          className={styles.again}
          onClick={() => void ask({ kind: 'proof', id })}
        >
          {inquiry.state === 'failed' ? 'Try again' : 'Take the newest figure'}
        </Button>
      )}
    </Panel>
  );
}

function FigureLine({ figure: { item, proof, failure } }: { figure: AnsweredPrice }) {
  return (
    <>
      {item && (
        <p>
          For <b>{everyDigit(item.price.price, item.price.expo)}</b>, published{' '}
          <b>{momentText(item.price.publish_time)}</b>.
        </p>
      )}
      {failure && <p className={styles.failure}>Failed verification: {failureWords(failure)}</p>}
      {proof?.state === 'unchecked' && (
        <p className={styles.failure}>Not verified: {proofWords(proof)}</p>
      )}
      {item && !proof && (
        <p className={styles.waiting}>Signatures are off: Options → Signatures.</p>
      )}
    </>
  );
}

function Details({ details }: { details: ProofDetails }) {
  const { setSize, signers, setIndex, quorum, proofLength } = details;
  return (
    <Terms>
      <Term name="Profile">
        {details.profileName}
        {!details.isBuiltIn && <small> (added by you)</small>}
      </Term>
      <Term name="Signers">
        {signers.join(', ')} of {setSize}
        <small> (places in the set, from 0)</small>
      </Term>
      <Term name="Quorum">
        {quorum} of {setSize}
      </Term>
      <Term name="Signer set">{setIndex}</Term>
      <Term name="Emitter chain">{details.emitterChain}</Term>
      <Term name="Emitter address">
        <code>{details.emitterAddress}</code>
      </Term>
      <Term name="Slot">{slotText(details.slot)}</Term>
      <Term name="Sequence">{slotText(details.sequence)}</Term>
      <Term name="Signed at">{momentText(details.timestamp)}</Term>
      <Term name="Merkle root">
        <code>{details.root}</code>
      </Term>
      <Term name="Proof length">
        {proofLength} {proofLength === 1 ? 'hash' : 'hashes'}
      </Term>
    </Terms>
  );
}
