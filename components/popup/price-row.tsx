import { lazy, memo, Suspense, useRef } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { ClosedMark, FailedMark, ProofMark, StaleMark } from '../shared/marks.tsx';
import { useInView } from '../shared/hooks/in-view.ts';
import { RowActions } from './row-actions.tsx';
import { RowChange } from './row-change.tsx';
import { RowName, type RowNameProps } from './row-name.tsx';
import { OldAge, RowPrice } from './row-price.tsx';
import type { Columns } from './use-columns.ts';
import type { Overlays } from './use-overlays.ts';
import { usePriceRow, type PriceRowInput, type PriceRowState } from './use-price-row.ts';
import styles from './price-row.module.css';

// Loaded after the first paint. Their boundaries are rendered before, empty, so that the transition
// waits for the code instead of showing a fallback.
const ClosedUntil = lazy(() => import('./closed-until.tsx'));
const Sparkline = lazy(() => import('./sparkline.tsx'));
const LegMarks = lazy(() => import('../shared/leg-marks.tsx'));

interface PriceRowProps
  extends PriceRowInput, Omit<RowNameProps, 'name' | 'details' | 'description'> {
  /** Whether the row can be moved: only in manual order. */
  isMovable: boolean;
  /** What stands above the row: the name of the section that begins here; `null`: nothing. */
  section: string | null;
  /** The row's columns in a wide window; `null`: it has none. */
  columns: Columns | null;
  /** Whether the first paint is done. */
  isPainted: boolean;
  /** Whether no price will arrive until the user changes something. */
  isStopped: boolean;
  /** The currency that the price is converted to; `null`: it is shown as quoted. */
  currency: string | null;
  /** Prices of the last 24 hours, as stored; `null`: not known. */
  spark: string | null;
  /** Why the feed's prices fail verification; `null` if they do not. */
  failure: VerificationProblem | null;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

/** One feed on the watchlist: its price, whether the price is verified, and how it changed. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { id, attributes, isPainted, missing, failure, onOverlay } = props;
  const element = useRef<HTMLLIElement>(null);
  const isInView = useInView(element);
  const row = usePriceRow(props, isInView);
  const { name } = row;

  return (
    <li
      ref={element}
      aria-label={name}
      data-id={id}
      onContextMenu={(event) => {
        event.preventDefault();
        onOverlay({ kind: 'row', id }, openerIn(event.currentTarget));
      }}
      className={styles.row}
      data-standing={row.standing}
      data-failed={failure === null ? undefined : ''}
      data-current={props.isCurrent || undefined}
      data-section={props.section === null ? undefined : ''}
    >
      {props.section !== null && <h2 className={styles.section}>{props.section}</h2>}
      {isPainted && props.isMovable && (
        <button
          type="button"
          className={styles.handle}
          data-part="handle"
          tabIndex={-1}
          aria-label={t('row.moveLabel', { name })}
          title={t('row.moveHint')}
        />
      )}
      <RowName
        id={id}
        name={name}
        details={row.details}
        description={row.description}
        isBadge={props.isBadge}
        tabStopKeys={props.tabStopKeys}
        isCurrent={props.isCurrent}
        missing={missing}
        showsValue={props.showsValue}
        mark={props.mark}
      />
      {!row.isGone && <RowFigures row={row} isInView={isInView} {...props} />}
      {isPainted && (
        <RowActions
          id={id}
          name={name}
          replacement={missing === 'unknown' ? (attribute(attributes, 'base') ?? row.symbol) : null}
          onOverlay={onOverlay}
          onFindReplacement={props.onFindReplacement}
        />
      )}
    </li>
  );
});

interface RowFiguresProps extends PriceRowProps {
  row: PriceRowState;
  isInView: () => boolean;
}

/** The line of the last day, the price with its marks, and its change. */
function RowFigures({ row, isInView, ...props }: RowFiguresProps) {
  const { figure, price, change, condition, schedule, isRefused } = row;
  const { isPainted, missing, period, failure, columns } = props;
  const proof = figure?.price.proof;
  return (
    <>
      <Suspense fallback={<span />}>
        {isPainted ? (
          <Sparkline
            text={props.spark}
            price={isRefused ? null : price}
            change={period === '24h' ? change : null}
            requiredTrust={props.requiredTrust}
            nowSeconds={props.minuteSeconds}
          />
        ) : (
          <span />
        )}
      </Suspense>
      <RowPrice
        figure={figure}
        price={price}
        waiting={waitingWords(missing, failure, props.isStopped)}
        currency={props.currency}
        isInView={isInView}
      >
        {condition === 'closed' && <Closed schedule={schedule} isPainted={isPainted} />}
        {condition === 'stale' && <StaleMark />}
        {props.currency !== null && condition === undefined && isPainted && (
          <Suspense>
            <LegMarks id={props.id} />
          </Suspense>
        )}
        {failure !== null && <FailedMark problem={failure} />}
        {failure === null && proof && <ProofMark proof={proof} />}
        {figure && <OldAge publishTime={figure.price.publishTime} />}
      </RowPrice>
      {columns ? (
        <columns.RowColumns
          id={props.id}
          row={row}
          requiredTrust={props.requiredTrust}
          minuteSeconds={props.minuteSeconds}
        />
      ) : (
        price && (
          <RowChange change={change} period={period} isRefused={isRefused} isPainted={isPainted} />
        )
      )}
    </>
  );
}

/** Text in place of a missing price. */
function waitingWords(
  missing: PriceRowProps['missing'],
  failure: VerificationProblem | null,
  isStopped: boolean,
): string {
  if (failure !== null) return t('row.failed');
  return t(missing || isStopped ? 'row.noPrice' : 'row.waiting');
}

/** Where the row's menu opens and the focus returns to: the focused control, or the menu's button. */
function openerIn(row: HTMLElement): HTMLElement {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && row.contains(focused)) return focused;
  return row.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? row;
}

interface ClosedProps {
  schedule: AnySchedule;
  isPainted: boolean;
}

function Closed({ schedule, isPainted }: ClosedProps) {
  const mark = <ClosedMark opensAt={null} />;
  return (
    <Suspense fallback={mark}>{isPainted ? <ClosedUntil schedule={schedule} /> : mark}</Suspense>
  );
}
