import { useMemo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { groupDigits, numberStyle } from '@/lib/domain/prices/number-style.ts';
import { readStakeCaps, type StakeCap } from '@/lib/domain/stake-caps/stake-caps.ts';
import { timeWithZone } from '@/lib/pages/export/picture-source.ts';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';
import { Button } from '../shared/button.tsx';
import calloutStyles from '../shared/callout.module.css';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import { OptionRow } from '../shared/field.tsx';
import { useInquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';
import { FailedMark, ProofMark } from '../shared/marks.tsx';
import styles from './stake-caps.module.css';

/** The stake caps, as reported by the service. */
export function StakeCaps() {
  const { inquiry, ask } = useInquiry<QuestionOf<'stake-caps'>>();
  const isAsking = inquiry.state === 'asking';
  return (
    <OptionRow
      id="stake-caps"
      label={t('stakeCaps.title')}
      hint={t('stakeCaps.hint')}
      below={
        <div>
          <p
            role="status"
            aria-label={t('stakeCaps.title')}
            className={formStyles.status}
            data-state={inquiry.state}
          >
            {isAsking && t('options.loading')}
            {inquiry.state === 'failed' && inquiry.reason}
          </p>
          {inquiry.state === 'answered' && <Answer answer={inquiry.answer} />}
        </div>
      }
    >
      <Button isDisabled={isAsking} onClick={() => void ask({ kind: 'stake-caps' })}>
        {t('common.refreshButton')}
      </Button>
    </OptionRow>
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
        ` · ${t('priceAtTime.published.exactly', { time: timeWithZone(toMilliseconds(publishTime)) })}`}
    </>
  );
}

/** No network has this many publishers. */
const MAX_ROWS = 1_000;

/** Lists the largest cap first. */
function StakeCapsTable({ caps }: { caps: readonly StakeCap[] }) {
  return (
    <div className={styles.scroll} role="group" aria-label={t('stakeCaps.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('stakeCaps.table.publisher')}</th>
            <th scope="col">{t('stakeCaps.table.cap')}</th>
          </tr>
        </thead>
        <tbody>
          {caps.slice(0, MAX_ROWS).map(({ publisher, cap }, place) => (
            // A service may list the same publisher twice.
            <tr key={`${publisher} ${place}`}>
              <td title={publisher} dir="ltr">
                {publisher}
              </td>
              <td>
                <data value={String(cap)} dir="ltr">
                  {groupDigits(String(cap), numberStyle())}
                </data>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {caps.length > MAX_ROWS && (
        <p className={controlStyles.hint}>{t('common.full', { limit: formatCount(MAX_ROWS) })}</p>
      )}
    </div>
  );
}
