import { memo, useDeferredValue, useMemo } from 'react';
import type { FeedAttributes } from '@/lib/prices/attributes.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import {
  parseSchedule,
  type MalformedSchedule,
  type Schedule,
} from '@/lib/prices/schedule-grammar.ts';
import { signatures } from '@/lib/storage/settings.ts';
import { BadgeMark, ClosedMark, ProofMark, StaleMark } from '../marks.tsx';
import { openingNote } from '../opening-note.ts';
import { useClock } from '../clock.ts';
import { useLatestPrice } from '../use-latest-price.ts';
import { useStored } from '../use-stored.ts';
import { RowActions } from './row-actions.tsx';
import { Movement, RowPrice } from './row-price.tsx';
import { useCondition } from './use-condition.ts';

interface PriceRowProps {
  id: string;
  attributes: FeedAttributes;
  isBadge: boolean;
  missing: 'unknown' | 'no-data' | undefined;
  onRemove: (id: string) => Promise<void>;
  onShowOnBadge: (id: string) => Promise<void>;
}

/** One followed feed: what it costs, whether that can be believed, whether it moves. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { id, attributes, isBadge, missing } = props;
  // Not anew with each tick.
  const { symbol, description, subject } = useMemo(
    () => feedName(attributes, id),
    [attributes, id],
  );
  const figure = useLatestPrice(id);
  const schedule = parseSchedule(attributes);
  const condition = useCondition(schedule, figure?.price);
  const isGone = missing === 'unknown';
  const proof = figure?.price.proof;
  const isProven = proof?.state === 'verified' || proof?.state === 'mismatch';
  const isRefused = useStored(signatures) === 'require' && figure !== undefined && !isProven;
  const standing = isGone ? 'gone' : isRefused ? 'refused' : condition;

  return (
    <li
      aria-label={symbol}
      className={proof?.state === 'mismatch' ? `mismatch ${standing ?? ''}` : standing}
    >
      <div className="name">
        <b>
          <span title={symbol}>{symbol}</span>
          {isBadge && <BadgeMark />}
        </b>
        <span className="description" title={description}>
          {isGone ? 'Not offered by this service' : subject}
        </span>
      </div>
      {!isGone && (
        <RowPrice figure={figure} waiting={missing ? 'no price now' : 'waiting'}>
          {condition === 'closed' && <Closed schedule={schedule} />}
          {condition === 'stale' && <StaleMark />}
          {proof && <ProofMark proof={proof} />}
        </RowPrice>
      )}
      {!isGone && figure && <Movement price={figure.price} />}
      <RowActions
        id={id}
        symbol={symbol}
        isBadge={isBadge}
        isGone={isGone}
        onRemove={props.onRemove}
        onShowOnBadge={props.onShowOnBadge}
      />
    </li>
  );
});

function Closed({ schedule }: { schedule: Schedule | MalformedSchedule }) {
  // A page's first use of Intl takes longer than all of its rows: not before the first picture.
  const isPainted = useDeferredValue(true, false);
  const note = useClock((nowMs) => (isPainted ? openingNote(schedule, nowMs) : ''));
  return <ClosedMark note={note} />;
}
