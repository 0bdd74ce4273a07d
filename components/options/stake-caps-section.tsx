import { useMemo, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import {
  arrangeStakeCaps,
  readStakeCaps,
  type StakeCapOrder,
  type StakeCaps,
} from '@/lib/domain/stake-caps/stake-caps.ts';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { groupDigits, numberStyle } from '@/lib/domain/prices/number-style.ts';
import { Button, classNames } from '../shared/button.tsx';
import { Message } from '../shared/message.tsx';
import { Panel } from './panel.tsx';
import { StakeCapsProof } from './stake-caps-proof.tsx';
import { StakeCapsTable } from './stake-caps-table.tsx';
import { TextField } from '../shared/text-field.tsx';
import { useStakeCaps, type StakeCapsInquiry } from './use-stake-caps.ts';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';
import calloutStyles from '../shared/callout.module.css';

/** The current stake cap of each publisher, as the service reports it. */
export default function StakeCapsSection() {
  const { inquiry, refresh } = useStakeCaps();
  return (
    <Panel title={t('stakeCaps.title')} hint={t('stakeCaps.hint')}>
      <div className={classNames(formStyles.actions, styles.read)}>
        <Button isDisabled={inquiry.isAsking} onClick={refresh}>
          {t(
            inquiry.problem && !inquiry.answer ? 'stakeCaps.loadButton' : 'stakeCaps.refreshButton',
          )}
        </Button>
        <p role="status" aria-label={t('stakeCaps.statusLabel')} className={formStyles.status}>
          {statusOf(inquiry)}
        </p>
      </div>
      {inquiry.problem && (
        <p className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {inquiry.problem}
          {inquiry.answer && ` ${t('stakeCaps.previous')}`}
        </p>
      )}
      {inquiry.answer && <Answer answer={inquiry.answer} />}
    </Panel>
  );
}

function statusOf({ isAsking, answer }: StakeCapsInquiry): string {
  if (isAsking) return t('stakeCaps.loading');
  return answer?.caps ? t('stakeCaps.publishers', { count: answer.caps.length }) : '';
}

function Answer({ answer }: { answer: AnsweredStakeCaps }) {
  const caps = useMemo(() => answer.caps && readStakeCaps(answer.caps), [answer]);
  return (
    <>
      <StakeCapsProof answer={answer} />
      {!caps && answer.failure === undefined && (
        <p className={calloutStyles.callout} data-tone="warn">
          {t('stakeCaps.missing')}
        </p>
      )}
      {caps?.caps.length === 0 && (
        <p className={calloutStyles.callout} data-tone="warn">
          {t('stakeCaps.empty')}
        </p>
      )}
      {caps && caps.caps.length > 0 && <Caps {...caps} />}
    </>
  );
}

function Caps({ caps, total }: StakeCaps) {
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<StakeCapOrder>('cap');
  const [isReversed, setReversed] = useState(false);
  const shown = useMemo(
    () => arrangeStakeCaps(caps, { query, order, isReversed }),
    [caps, query, order, isReversed],
  );
  const sort = (by: StakeCapOrder): void => {
    setReversed(by === order && !isReversed);
    setOrder(by);
  };
  return (
    <>
      <p className={styles.total}>
        <Message
          of="stakeCaps.total"
          values={{ amount: <b>{groupDigits(String(total), numberStyle())}</b> }}
        />
      </p>
      <TextField label={t('stakeCaps.searchLabel')} value={query} onChange={setQuery} />
      <StakeCapsTable caps={shown} order={order} isReversed={isReversed} onSort={sort} />
      {shown.length === 0 && (
        <p className={panelStyles.hint}>{t('stakeCaps.noneFound', { query: query.trim() })}</p>
      )}
    </>
  );
}
