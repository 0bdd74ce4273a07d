import { useMemo, useState } from 'react';
import {
  arrangeStakeCaps,
  readStakeCaps,
  type StakeCapOrder,
  type StakeCaps,
} from '@/lib/stake-caps/stake-caps.ts';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { groupDigits, numberStyle } from '@/lib/prices/number-style.ts';
import { Button, classNames } from '../shared/button.tsx';
import { Panel } from './panel.tsx';
import { StakeCapsProof } from './stake-caps-proof.tsx';
import { StakeCapsTable } from './stake-caps-table.tsx';
import { TextField } from './text-field.tsx';
import { useStakeCaps, type StakeCapsInquiry } from './use-stake-caps.ts';
import controlStyles from '../shared/control.module.css';
import formStyles from './form.module.css';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';
import calloutStyles from './callout.module.css';

/** The current stake cap of each publisher, as the service reports it. */
export default function StakeCapsSection() {
  const { inquiry, refresh } = useStakeCaps();
  return (
    <Panel
      title="Caps"
      hint="How much stake counts for each publisher. Shown in the smallest unit, exactly as the service gives it; it does not say how many decimals the token has."
    >
      <div className={classNames(formStyles.actions, styles.read)}>
        <Button isDisabled={inquiry.isAsking} onClick={refresh}>
          {inquiry.answer ? 'Refresh' : 'Read the caps'}
        </Button>
        <p role="status" aria-label="Stake caps" className={formStyles.status}>
          {statusOf(inquiry)}
        </p>
      </div>
      {inquiry.problem && (
        <p className={controlStyles.problem} role="alert">
          <span aria-hidden="true">✕ </span>
          {inquiry.problem}
          {inquiry.answer && ' Below are the caps of before.'}
        </p>
      )}
      {inquiry.answer && <Answer answer={inquiry.answer} />}
    </Panel>
  );
}

function statusOf({ isAsking, answer }: StakeCapsInquiry): string {
  if (isAsking) return 'Asking the service…';
  if (!answer?.caps) return '';
  const { length } = answer.caps;
  return `${length.toLocaleString()} publisher${length === 1 ? '' : 's'}`;
}

function Answer({ answer }: { answer: AnsweredStakeCaps }) {
  const caps = useMemo(() => answer.caps && readStakeCaps(answer.caps), [answer]);
  return (
    <>
      <StakeCapsProof answer={answer} />
      {!caps && answer.failure === undefined && (
        <p className={calloutStyles.callout} data-tone="warn">
          The service’s answer holds no caps: its readable part is missing, and its signed bytes
          prove none in its place.
        </p>
      )}
      {caps?.caps.length === 0 && (
        <p className={calloutStyles.callout} data-tone="warn">
          The service’s answer is there, but its list of publishers is empty.
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
        Total <b>{groupDigits(String(total), numberStyle())}</b>
      </p>
      <TextField label="Search publishers" value={query} onChange={setQuery} />
      <StakeCapsTable caps={shown} order={order} isReversed={isReversed} onSort={sort} />
      {shown.length === 0 && (
        <p className={panelStyles.hint}>No publisher’s key holds “{query.trim()}”.</p>
      )}
    </>
  );
}
