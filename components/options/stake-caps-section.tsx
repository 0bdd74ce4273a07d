import { useMemo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { readStakeCaps } from '@/lib/domain/stake-caps/stake-caps.ts';
import { timeWithZone } from '@/lib/pages/export/picture-source.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { FailedMark, ProofMark } from '../shared/marks.tsx';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { Button, classNames } from '../shared/button.tsx';
import { Panel } from './panel.tsx';
import { StakeCapsTable } from './stake-caps-table.tsx';
import { useStakeCaps, type StakeCapsInquiry } from './use-stake-caps.ts';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';
import calloutStyles from '../shared/callout.module.css';

/** As the service reports them. */
export default function StakeCapsSection() {
  const { inquiry, refresh } = useStakeCaps();
  return (
    <Panel title={t('stakeCaps.title')} hint={t('stakeCaps.hint')}>
      <div className={classNames(formStyles.actions, styles.read)}>
        <Button isDisabled={inquiry.isAsking} onClick={refresh}>
          {t('stakeCaps.refreshButton')}
        </Button>
        <p role="status" aria-label={t('stakeCaps.statusLabel')} className={formStyles.status}>
          {statusOf(inquiry)}
        </p>
      </div>
      {inquiry.problem && (
        <p className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {inquiry.problem}
        </p>
      )}
      {inquiry.answer && <Answer answer={inquiry.answer} />}
    </Panel>
  );
}

function statusOf({ isAsking, answer }: StakeCapsInquiry): string {
  if (isAsking) return t('options.loading');
  return answer?.caps ? t('stakeCaps.publishers', { count: answer.caps.length }) : '';
}

function Answer({ answer }: { answer: AnsweredStakeCaps }) {
  const caps = useMemo(() => answer.caps && readStakeCaps(answer.caps), [answer]);
  return (
    <>
      <Verification {...answer} />
      {caps && caps.caps.length > 0 ? (
        <StakeCapsTable {...caps} />
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
  if (state === undefined) {
    return <p className={panelStyles.hint}>{t('proof.off')}</p>;
  }
  return (
    <p className={styles.proof} data-part="proof">
      {failure && <FailedMark problem={failure} />}
      {!failure && proof && <ProofMark proof={proof} />}
      <b>{t(`proof.state.${state}`)}</b>{' '}
      {failure ? verificationWords(failure) : proof && proofWords(proof)}
      {publishTime !== null &&
        ` · ${t('stakeCaps.proof.published', { time: timeWithZone(toMilliseconds(publishTime)) })}`}
    </p>
  );
}
