import { memo, useMemo } from 'react';
import { changeSince } from '@/lib/history/change.ts';
import { attribute, type FeedAttributes } from '@/lib/prices/attributes.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { feedName } from '@/lib/prices/feed-name.ts';
import {
  parseSchedule,
  type MalformedSchedule,
  type Schedule,
} from '@/lib/prices/schedule-grammar.ts';
import type { AlertMark } from '@/lib/storage/alert-marks.ts';
import { isProven, type MissingReason } from '@/lib/storage/prices.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';
import {
  BadgeMark,
  ClosedMark,
  FailedMark,
  NotCoveredMark,
  ProofMark,
  StaleMark,
} from '../shared/marks.tsx';
import { openingNote } from '../shared/opening-note.ts';
import { useCorrectedClock } from '../hooks/clock.ts';
import { useLatestPrice } from '../hooks/use-latest-price.ts';
import { routeHash } from '../shared/route.ts';
import { RowActions } from './row-actions.tsx';
import { RowBell } from './row-bell.tsx';
import { RowChange } from './row-change.tsx';
import { OldAge, RowPrice } from './row-price.tsx';
import { Sparkline } from './sparkline.tsx';
import { useCondition } from '../hooks/use-condition.ts';
import type { Overlays } from './use-overlays.ts';
import type { WatchlistActions } from '../hooks/use-watchlist-actions.ts';

interface PriceRowProps {
  id: string;
  attributes: FeedAttributes;
  /** The name that the user gave it. */
  ownName: string | undefined;
  isBadge: boolean;
  /** It can be moved: the order is the one by hand. */
  isMovable: boolean;
  /** The page's first picture is over. */
  isPainted: boolean;
  missing: MissingReason | undefined;
  /** `null`: it has no alerts. */
  mark: AlertMark | null;
  /** Over which changes are shown. */
  period: ChangePeriod;
  /** Its price when the period began, as stored; `null`: not known. */
  pastPrice: string | null;
  /** Its last 24 hours, as stored; `null`: not known. */
  spark: string | null;
  /** Why what the service sends for it fails verification; `null`: it does not. */
  failure: string | null;
  /** Only prices that were proven under this trust count; `null`: all do. */
  requiredTrust: string | null;
  /** When the current minute began, in unix seconds. */
  minuteSeconds: number;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

const WAITING = { none: 'waiting' } as const;

const GONE_WORDS = {
  unknown: 'Not offered by this service',
  'not-covered': 'Your access token does not cover this feed',
} as const;

/** One followed feed: what it costs, whether that can be believed, whether it moves. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { id, attributes, ownName, isBadge, isPainted, missing, mark, onOverlay } = props;
  const { period, pastPrice, failure, requiredTrust, minuteSeconds } = props;
  // Not anew with each tick.
  const { symbol, description, subject } = useMemo(
    () => feedName(attributes, id),
    [attributes, id],
  );
  const name = ownName ?? symbol;
  const what = ownName === undefined || subject === '' ? subject : `${symbol} · ${subject}`;
  const figure = useLatestPrice(id);
  const schedule = parseSchedule(attributes);
  const condition = useCondition(schedule, figure?.price);
  const isGone = missing === 'unknown' || missing === 'not-covered';
  const proof = figure?.price.proof;
  const price = figure ? toDecimal(figure.price.price, figure.price.expo) : null;
  const change = price
    ? changeSince(price, { text: pastPrice, period, nowSeconds: minuteSeconds, requiredTrust })
    : WAITING;
  const isRefused = requiredTrust !== null && figure !== undefined && !isProven(figure.price);
  const standing = isGone ? 'gone' : isRefused ? 'refused' : condition;

  return (
    <li
      aria-label={name}
      data-id={id}
      onContextMenu={(event) => {
        event.preventDefault();
        onOverlay({ kind: 'row', id }, menuButtonOf(event.currentTarget));
      }}
      className={failure === null ? standing : `failed ${standing ?? ''}`}
    >
      {isPainted && props.isMovable && (
        <button
          type="button"
          className="handle"
          aria-label={`Move ${name}`}
          title="Drag to move; or press Space, then the arrow keys"
        />
      )}
      <div className="name">
        <b>
          <a href={routeHash({ view: 'feed', id })} title={name}>
            {name}
          </a>
          {isBadge && <BadgeMark />}
          {missing === 'not-covered' && <NotCoveredMark />}
          {mark !== null && <RowBell state={mark} />}
        </b>
        <span className="description" title={description}>
          {isGone ? GONE_WORDS[missing] : what}
        </span>
      </div>
      {!isGone && !isPainted && <span />}
      {!isGone && isPainted && (
        <Sparkline
          text={props.spark}
          price={isRefused ? null : price}
          change={period === '24h' ? change : null}
          requiredTrust={requiredTrust}
          nowSeconds={minuteSeconds}
        />
      )}
      {!isGone && (
        <RowPrice figure={figure} price={price} waiting={waitingWords(missing, failure)}>
          {condition === 'closed' && <Closed schedule={schedule} isPainted={isPainted} />}
          {condition === 'stale' && <StaleMark />}
          {failure !== null && <FailedMark text={failure} />}
          {failure === null && proof && <ProofMark proof={proof} />}
          {figure && <OldAge publishTime={figure.price.publishTime} />}
        </RowPrice>
      )}
      {!isGone && price && (
        <RowChange change={change} period={period} isRefused={isRefused} isPainted={isPainted} />
      )}
      {isPainted && (
        <RowActions
          id={id}
          name={name}
          replacement={missing === 'unknown' ? (attribute(attributes, 'base') ?? symbol) : null}
          isBadge={isBadge}
          hasAlerts={mark !== null}
          actions={props.actions}
          onOverlay={onOverlay}
          onFindReplacement={props.onFindReplacement}
        />
      )}
    </li>
  );
});

/** What to say where there is no price. */
function waitingWords(missing: PriceRowProps['missing'], failure: string | null): string {
  if (failure !== null) return 'failed verification';
  return missing ? 'no price now' : 'waiting';
}

function menuButtonOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? row;
}

interface ClosedProps {
  schedule: Schedule | MalformedSchedule;
  isPainted: boolean;
}

function Closed({ schedule, isPainted }: ClosedProps) {
  // A page's first use of Intl takes longer than all of its rows: not before the first picture.
  const note = useCorrectedClock((nowMs) => (isPainted ? openingNote(schedule, nowMs) : ''));
  return <ClosedMark note={note} />;
}
