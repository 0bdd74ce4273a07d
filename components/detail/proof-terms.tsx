import { formatList } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ProofDetails } from '@/lib/pages/questions.ts';
import { slotText } from './slot-text.ts';
import { Term, Terms } from './terms.tsx';
import { timeText } from './time-text.ts';

/** Who signed a message, and its position in the chain and in the proof. */
export function ProofTerms({ details }: { details: ProofDetails }) {
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
      <Term name={t('proof.trustedSigners')}>
        {isBuiltIn ? name : t('proof.ownSigners', { name })}
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
