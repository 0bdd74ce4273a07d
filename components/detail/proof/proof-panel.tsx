import { useEffect, useEffectEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { signersName } from '@/lib/domain/signed-updates/trust/signers-name.ts';
import type { AnsweredPrice, AnsweredUpdate, ProofDetails } from '@/lib/pages/questions.ts';
import { failureWords, proofWords } from '@/lib/pages/words/proof-words.ts';
import { useInquiry, type QuestionOf } from '../../shared/hooks/use-inquiry.ts';
import { Panel } from '../panel.tsx';
import { everyDigit, slotText } from '../chart/sample-text.ts';
import { timeText } from '../price/time-text.ts';
import { Button } from '../../shared/button.tsx';
import { Message } from '../../shared/message.tsx';
import styles from '../panel.module.css';
import { copyText } from '../../shared/copy.tsx';
import { formatList } from '@/lib/base/locale/format.ts';
import { Term, Terms } from '../../shared/terms.tsx';

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

  const answered =
    inquiry.state === 'answered' ? inquiry.answer.prices.find((each) => each.id === id) : null;
  return (
    <Panel
      id={panelId}
      title={t('proof.title')}
      closeLabel={t('proof.closeButton')}
      onClose={onClose}
    >
      <div role="status" aria-label={t('proof.title')}>
        {inquiry.state === 'asking' && <p className={styles.waiting}>{t('proof.loading')}</p>}
        {inquiry.state === 'failed' && <p className={styles.failure}>{inquiry.reason}</p>}
        {inquiry.state === 'answered' && !answered && (
          <p className={styles.failure}>{t('proof.otherFeed')}</p>
        )}
        {answered && <Result answered={answered} />}
      </div>
      {answered?.details && <ProofTerms details={answered.details} />}
      {inquiry.state === 'answered' && (
        <CopyUpdate update={inquiry.answer.update} blob={answered?.details?.blob ?? null} />
      )}
      {(inquiry.state === 'answered' || inquiry.state === 'failed') && (
        <Button
          kind="link"
          className={styles.again}
          onClick={() => void ask({ kind: 'proof', id })}
        >
          {inquiry.state === 'failed' ? t('common.tryAgainButton') : t('proof.loadLatestButton')}
        </Button>
      )}
    </Panel>
  );
}

/** The price that the proof is for, and what is wrong with either. */
function Result({ answered: { price, failure } }: { answered: AnsweredPrice }) {
  const proof = price?.proof;
  return (
    <>
      {price && (
        <p>
          <Message
            of="proof.subject"
            values={{
              price: <b>{everyDigit(price.price, price.expo)}</b>,
              time: <b>{timeText(price.publishTime)}</b>,
            }}
          />
        </p>
      )}
      {failure && (
        <p className={styles.failure}>
          <b>{t('proof.state.failed')}</b> {failureWords(failure)}
        </p>
      )}
      {proof?.state === 'unchecked' && (
        <p className={styles.failure}>
          <b>{t('proof.state.unchecked')}</b> {proofWords(proof)}
        </p>
      )}
      {price && !proof && <p className={styles.waiting}>{t('proof.off')}</p>}
    </>
  );
}

interface CopyUpdateProps {
  update: AnsweredUpdate['update'];
  /** Index of the binary part that proves the price; `null`: none does, so copy all parts. */
  blob: number | null;
}

/** Copies the update, so that another verifier can check the same bytes. */
function CopyUpdate({ update, blob }: CopyUpdateProps) {
  const { data, encoding } = update.binary;
  const part = blob === null ? undefined : data[blob];
  const binary = part ?? data.join('\n');
  const json = JSON.stringify(update, null, 2);
  return (
    <div className={styles.copying}>
      <Button onClick={() => void copyText(binary, t('proof.copiedBytes', { encoding }))}>
        {t('proof.copyBytesButton')}
      </Button>
      <Button onClick={() => void copyText(json, t('proof.copiedJson'))}>
        {t('proof.copyJsonButton')}
      </Button>
    </div>
  );
}

function ProofTerms({ details }: { details: ProofDetails }) {
  return (
    <Terms>
      <SignerTerms details={details} />
      <Term name={t('proof.emitterChain')} hint={t('proof.emitterHint')}>
        {details.emitterChain}
      </Term>
      <Term name={t('proof.emitterAddress')} hint={t('proof.emitterHint')}>
        <code dir="ltr">{details.emitterAddress}</code>
      </Term>
      <Term name={t('detail.slot')} hint={t('detail.slotHint')}>
        {slotText(details.slot)}
      </Term>
      <Term name={t('proof.sequence')} hint={t('proof.sequenceHint')}>
        {slotText(details.sequence)}
      </Term>
      <Term name={t('proof.signedAt')}>{timeText(details.timestamp)}</Term>
      <Term name={t('proof.root')} hint={t('proof.rootHint')}>
        <code dir="ltr">{details.root}</code>
      </Term>
      <Term name={t('proof.length')} hint={t('proof.lengthHint')}>
        {t('proof.hashes', { count: details.proofLength })}
      </Term>
    </Terms>
  );
}

function SignerTerms({ details }: { details: ProofDetails }) {
  const { profileName: name, isBuiltIn, signers, quorum, setIndex } = details;
  const size = String(details.setSize);
  return (
    <>
      <Term name={t('signers.title')}>
        {isBuiltIn ? signersName(name) : t('proof.ownSigners', { name })}
      </Term>
      <Term name={t('proof.signers')} hint={t('proof.signersHint')}>
        {t('proof.signersOfSet', { signers: formatList(signers.map(String), 'conjunction'), size })}
      </Term>
      <Term name={t('proof.quorum')}>
        {t('proof.quorumOfSet', { quorum: String(quorum), size })}
      </Term>
      <Term name={t('proof.signerSet')}>{setIndex}</Term>
    </>
  );
}
