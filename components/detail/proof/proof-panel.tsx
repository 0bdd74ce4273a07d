import { useEffect, useEffectEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { signersName } from '@/lib/domain/signed-updates/trust/signers-name.ts';
import { saveFile } from '@/lib/pages/export/files.ts';
import { answeredProof } from '@/lib/pages/proofs/save-proof.ts';
import type { AnsweredPrice, AnsweredProof, ProofDetails } from '@/lib/pages/questions.ts';
import { failureWords, proofWords } from '@/lib/pages/words/proof-words.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useInquiry, type QuestionOf } from '../../shared/hooks/use-inquiry.ts';
import { ExpandedPanel } from '../panel.tsx';
import { everyDigit, slotText } from '../chart/slot-text.ts';
import { timeText } from '../price/time-text.ts';
import { Button } from '../../shared/button.tsx';
import styles from '../panel.module.css';
import { copyText } from '../../shared/copy.tsx';
import { showPageNotice } from '../../shared/page-notice.ts';
import { formatList } from '@/lib/base/locale/format.ts';
import { Icon, SHAPES } from '../../shared/icons.tsx';
import { Term, Terms } from '../../shared/terms.tsx';

interface ProofPanelProps {
  id: string;
  panelId: string;
  onClose: () => void;
}

/** The proof of a price: who signed it, what exactly they signed, and the signed bytes. */
export function ProofPanel({ id, panelId, onClose }: ProofPanelProps) {
  const symbol = useFeedNames()(id);
  const { inquiry, ask } = useInquiry<QuestionOf<'proof'>>();
  const askOnOpen = useEffectEvent(() => void ask({ kind: 'proof', id }));
  useEffect(() => askOnOpen(), []);

  const answered =
    inquiry.state === 'answered' ? inquiry.answer.prices.find((each) => each.id === id) : null;
  return (
    <ExpandedPanel
      id={panelId}
      title={t('proof.title')}
      closeLabel={t('common.closeButton')}
      onClose={onClose}
    >
      <div role="status" aria-label={t('proof.title')}>
        {inquiry.state === 'asking' && <p className={styles.waiting}>{t('options.loading')}</p>}
        {inquiry.state === 'failed' && <p className={styles.failure}>{inquiry.reason}</p>}
        {inquiry.state === 'answered' && !answered && (
          <p className={styles.failure}>{t('proof.otherFeed')}</p>
        )}
        {answered && <Result answered={answered} symbol={symbol} />}
      </div>
      {answered?.details && <ProofTerms details={answered.details} />}
      {inquiry.state === 'answered' && (
        <ProofButtons answer={inquiry.answer} feed={{ id, symbol }} />
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
    </ExpandedPanel>
  );
}

interface ResultProps {
  answered: AnsweredPrice;
  symbol: string;
}

/** The verdict, the price that it is about, and what is wrong with either. */
function Result({ answered: { price, failure }, symbol }: ResultProps) {
  const proof = price?.proof;
  return (
    <>
      {proof?.state === 'verified' && !failure && (
        <p className={styles.proof} data-state="verified">
          <Icon shapes={SHAPES.checkedShield} /> <b>{t('proof.state.verified')}</b>
        </p>
      )}
      {price && (
        <>
          <p className={styles.claim}>
            <bdi>{symbol}</bdi> <span dir="ltr">{everyDigit(price.price, price.expo)}</span>
          </p>
          <p>{timeText(price.publishTime)}</p>
        </>
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

interface ProofButtonsProps {
  answer: AnsweredProof;
  feed: { id: string; symbol: string };
}

/** Saves the proof, or copies the signed bytes for another verifier. */
function ProofButtons({ answer, feed }: ProofButtonsProps) {
  const { data, encoding } = answer.update.binary;
  const binary = answer.bytes ?? data.join('\n');
  const copied = t('proof.copiedBytes', { encoding: answer.bytes === null ? encoding : 'base64' });
  const save = async (): Promise<void> => {
    const file = answeredProof(answer, feed, Date.now());
    await saveFile(file);
    showPageNotice({ text: t('export.saved', { names: file.name }), undo: null });
  };
  return (
    <div className={styles.copying}>
      {answer.bytes !== null && (
        <Button onClick={() => void save()}>{t('proofFile.saveButton')}</Button>
      )}
      <Button onClick={() => void copyText(binary, copied)}>{t('proof.copyBytesButton')}</Button>
    </div>
  );
}

/** Who signed; the rest is folded. */
function ProofTerms({ details }: { details: ProofDetails }) {
  const { profileName: name, isBuiltIn, signers, quorum, setIndex } = details;
  const size = String(details.setSize);
  return (
    <>
      <Terms>
        <Term name={t('signers.title')}>
          {isBuiltIn ? signersName(name) : t('proof.ownSigners', { name })}
        </Term>
        <Term name={t('proof.signers')} hint={t('proof.signersHint')}>
          {t('proof.signersOfSet', {
            signers: formatList(signers.map(String), 'conjunction'),
            size,
          })}
        </Term>
      </Terms>
      <details className={styles.more}>
        <summary>{t('detail.details')}</summary>
        <Terms>
          <Term name={t('proof.quorum')}>
            {t('proof.signersOfSet', { signers: String(quorum), size })}
          </Term>
          <Term name={t('proof.signerSet')}>{setIndex}</Term>
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
        </Terms>
      </details>
    </>
  );
}
