import { memo } from 'react';
import type { FeedAttributes } from '@/lib/prices/attributes.ts';
import { isStale } from '@/lib/prices/age.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import { isMarketOpen } from '@/lib/prices/market-schedule.ts';
import { parseSchedule } from '@/lib/prices/schedule-grammar.ts';
import { lastAskedAt, staleLimitSeconds } from '@/lib/storage.ts';
import { Age } from '../age.tsx';
import { useClock } from '../clock.ts';
import { BadgeMark, ClosedMark, StaleMark } from '../marks.tsx';
import { openingNote } from '../opening-note.ts';
import { PriceFigure } from '../price-figure.tsx';
import { useLatestPrice, type Figure } from '../use-latest-price.ts';
import { useStored, useStoredPart } from '../use-stored.ts';
import { RowActions } from './row-actions.tsx';

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
  const { symbol, description, subject } = feedName(attributes, id);
  const figure = useReadableFigure(id);
  const condition = useCondition(attributes, figure);
  const isGone = missing === 'unknown';

  return (
    <li aria-label={symbol} className={isGone ? 'missing' : condition}>
      <div className="name">
        <b>
          <span title={symbol}>{symbol}</span>
          {isBadge && <BadgeMark />}
        </b>
        <span className="description" title={description}>
          {subject}
        </span>
      </div>
      {isGone ? (
        <span className="gone">Not offered by this service</span>
      ) : (
        <>
          <Price figure={figure} isAwaited={missing === undefined}>
            {condition === 'closed' && <ClosedMark note={openingNote(parseSchedule(attributes), Date.now())} />}
            {condition === 'stale' && <StaleMark />}
          </Price>
          {figure && <Movement figure={figure} />}
        </>
      )}
      <RowActions {...props} symbol={symbol} />
    </li>
  );
});

function Price({
  figure,
  isAwaited,
  children,
}: {
  figure: Figure | undefined;
  isAwaited: boolean;
  children: React.ReactNode;
}) {
  if (!figure) {
    return (
      <div className="figure none">
        <span aria-hidden="true">–</span>
        <div className="beneath">
          <small>{isAwaited ? 'waiting' : 'no price now'}</small>
          {children}
        </div>
      </div>
    );
  }
  const { price, conf, expo } = figure.price;
  return null;
}
