import { useEffect, useEffectEvent, useMemo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { readStakeCaps } from '@/lib/domain/stake-caps/stake-caps.ts';
import { timeWithZone } from '@/lib/pages/export/picture-source.ts';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';
import { Button } from '../shared/button.tsx';
import calloutStyles from '../shared/callout.module.css';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import { useInquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';
import { FailedMark, ProofMark } from '../shared/marks.tsx';
import { OptionsPanel } from './panel.tsx';
import { StakeCapsTable } from './stake-caps-table.tsx';
import styles from './stake-caps.module.css';

/** The stake caps, as reported by the service. */
export default function StakeCapsSection() {
  const { inquiry, ask } = useInquiry<QuestionOf<'stake-caps'>>();
  const read = (): void => void ask({ kind: 'stake-caps' });
  const readAtFirst = useEffectEvent(() => {
    if (inquiry.state === 'idle') read();
  });
  // Leaving the section aborts the request; returning repeats it.
  useEffect(() => readAtFirst(), []);
  const answer = inquiry.state === 'answered' ? inquiry.answer : null;
  return (
    <OptionsPanel title={t('options.section.stakeCaps.label')} hint={t('stakeCaps.hint')}>
      <div className={formStyles.actions}>
        <Button isDisabled={inquiry.state === 'asking'} onClick={read}>
          {t('common.refreshButton')}
        </Button>
        <p
          role="status"
          aria-label={t('options.section.stakeCaps.label')}
          className={formStyles.status}
        >
          {inquiry.state === 'asking' && t('options.loading')}
        </p>
      </div>
      {inquiry.state === 'failed' && (
        <p className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {inquiry.reason}
        </p>
      )}
      {answer && <Answer answer={answer} />}
    </OptionsPanel>
  );
}

function Answer({ answer }: { answer: AnsweredStakeCaps }) {
  const caps = useMemo(() => answer.caps && readStakeCaps(answer.caps), [answer]);
  return (
    <>
      <p className={styles.proof} data-part="proof">
        <Verification {...answer} />
      </p>
      {caps && caps.length > 0 ? (
        <StakeCapsTable caps={caps} />
      ) : (
        answer.failure === undefined && (
          <p className={calloutStyles.callout} data-tone="warn">
            {t('stakeCaps.missing')}
          </p>
        )
      )}
    </>
  );
}

function Verification({ proof, failure, publishTime }: AnsweredStakeCaps) {
  const state = failure ? 'failed' : proof?.state;
  if (state === undefined) return t('proof.off');
  return (
    <>
      {failure && <FailedMark problem={failure} />}
      {!failure && proof && <ProofMark proof={proof} />}
      <b>{t(`proof.state.${state}`)}</b>{' '}
      {failure ? verificationWords(failure) : proof && proofWords(proof)}
      {publishTime !== null &&
        ` · ${t('stakeCaps.proof.published', { time: timeWithZone(toMilliseconds(publishTime)) })}`}
    </>
  );
}
