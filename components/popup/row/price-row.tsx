import { lazy, memo, Suspense, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Change } from '@/lib/domain/history/change.ts';
import type { LinePoint } from '@/lib/domain/history/candle-line.ts';
import { toneOf } from '@/lib/domain/market/price-state.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { Button } from '../../shared/button.tsx';
import { useInView } from '../../shared/hooks/in-view.ts';
import { NotVerified, RowChange } from './row-change.tsx';
import { RowName, type RowNameProps } from './row-name.tsx';
import { RowNote } from './row-note.tsx';
import { NoRowPrice, PastRowPrice, RowPrice } from './row-price.tsx';
import { RowColumns } from './columns.tsx';
import type { Overlays } from '../menus/use-overlays.ts';
import { usePriceRow, type PriceRowInput, type PriceRowState } from './use-price-row.ts';
import styles from './price-row.module.css';

// Loaded after the first paint. Its boundary is already rendered, but empty, so that the transition
// waits for the code instead of showing a fallback.
const Sparkline = lazy(() => import('../../shared/sparkline.tsx'));
// Loaded only if prices are shown in a currency.
const LegMarks = lazy(() => import('../../shared/leg-marks.tsx'));

interface PriceRowProps extends PriceRowInput, Omit<RowNameProps, 'name'> {
  /** The row's position in a partly rendered list, counted from 1. */
  posInSet?: number | undefined;
  /** The number of rows in that list. */
  setSize?: number | undefined;
  /** Whether the row can be moved: only in manual order. */
  isMovable: boolean;
  /** Whether changes have their own columns, in a wide window. */
  hasColumns: boolean;
  /** Whether the first paint is done. */
  isPainted: boolean;
  /** Whether no price is current, which the footer says for the whole list. */
  isQuiet: boolean;
  /** The display currency; `null`: prices are shown as quoted. */
  currency: string | null;
  /** Whether the value of the feed's holding replaces the description. */
  showsValue: boolean;
  showsConfidence: boolean;
  changeAs: ListView['changeAs'];
  /** Prices of the last 24 hours, as stored; `null`: not known. */
  spark: string | null;
  /** Candles of the last day, as stored; `null` if there are none or they must not be shown. */
  candleLine: string | null;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

/** A feed on the watchlist: its price and change, or its problem. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { id, attributes, isPainted, onOverlay } = props;
  const element = useRef<HTMLLIElement>(null);
  const isInView = useInView(element);
  const row = usePriceRow(props, isInView);
  const { name } = row;

  return (
    <li
      ref={element}
      aria-label={name}
      aria-posinset={props.posInSet}
      aria-setsize={props.setSize}
      data-id={id}
      onContextMenu={(event) => {
        event.preventDefault();
        onOverlay({ kind: 'row', id }, openerIn(event.currentTarget));
      }}
      className={styles.row}
      data-standing={row.state ?? undefined}
      data-current={props.isCurrent || undefined}
    >
      {isPainted && props.isMovable && (
        <button
          type="button"
          className={styles.handle}
          data-part="handle"
          tabIndex={-1}
          aria-label={t('row.moveLabel', { name })}
          title={t('row.reorder.instructions')}
        />
      )}
      <div className={styles.name} data-part="name">
        <RowName
          id={id}
          name={name}
          isBadge={props.isBadge}
          tabStopKeys={props.tabStopKeys}
          isCurrent={props.isCurrent}
          mark={props.mark}
        />
        <RowNote row={row} {...props} />
        {isPainted && <MenuButton id={id} name={name} onOverlay={onOverlay} />}
      </div>
      {row.state === 'gone' ? (
        <Replacement query={attribute(attributes, 'base') ?? row.symbol} {...props} />
      ) : (
        <RowFigures row={row} isInView={isInView} {...props} />
      )}
    </li>
  );
});

interface MenuButtonProps extends Pick<PriceRowProps, 'id' | 'onOverlay'> {
  name: string;
}

/** Opens the row's menu. The list is one tab stop, so the arrow keys reach the button. */
function MenuButton({ id, name, onOverlay }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label={t('row.menuLabel', { name })}
      title={t('row.menuLabel', { name })}
      aria-haspopup="menu"
      tabIndex={-1}
      onClick={(event) => onOverlay({ kind: 'row', id }, event.currentTarget)}
    />
  );
}

/** Offers a search for another feed if the service no longer offers this one. */
function Replacement({ id, missing, query, onFindReplacement }: PriceRowProps & { query: string }) {
  if (missing !== 'unknown') return null;
  return (
    <Button kind="link" tabIndex={-1} onClick={() => onFindReplacement(id, query)}>
      {t('row.findReplacementButton')}
    </Button>
  );
}

interface RowFiguresProps extends PriceRowProps {
  row: PriceRowState;
  isInView: () => boolean;
}

/** The sparkline, the price, and its change. */
function RowFigures({ row, isInView, ...props }: RowFiguresProps) {
  const { figure, price, change, condition, isUnproven } = row;
  const { isPainted, period, hasColumns, currency } = props;
  const isUncounted = isUnproven || props.failure !== null;
  // A column has no place for the time.
  const canScrub = !isUncounted && !hasColumns;
  const [scrubbed, setPast] = useState<LinePoint | null>(null);
  const past = canScrub ? scrubbed : null;
  const dayChange = period === '24h' ? change : null;
  return (
    <>
      <RowLine
        {...{ row, isUncounted, dayChange }}
        {...props}
        onScrub={canScrub ? setPast : undefined}
      />
      {past ? (
        <PastRowPrice point={past} change={dayChange} changeAs={props.changeAs} />
      ) : figure && price ? (
        <RowPrice
          figure={figure}
          price={price}
          currency={currency}
          showsConfidence={props.showsConfidence}
          isPainted={isPainted}
          isMarked={!figure.price.isSample && toneOf(row.fault, !props.isQuiet) === 'usual'}
          isInView={isInView}
        >
          {currency !== null && condition === undefined && isPainted && (
            <Suspense>
              <LegMarks id={props.id} />
            </Suspense>
          )}
          {!hasColumns && isUncounted && <NotVerified />}
          {!hasColumns && !isUncounted && (
            <RowChange
              change={change}
              price={price}
              changeAs={props.changeAs}
              period={period}
              attributes={props.attributes}
              isPainted={isPainted}
            />
          )}
        </RowPrice>
      ) : (
        <NoRowPrice isExpected={props.missing === undefined} />
      )}
      {hasColumns && (
        <RowColumns
          id={props.id}
          row={row}
          changeAs={props.changeAs}
          requiredTrust={props.requiredTrust}
          minuteSeconds={props.minuteSeconds}
        />
      )}
    </>
  );
}

interface RowLineProps extends Omit<RowFiguresProps, 'isInView'> {
  isUncounted: boolean;
  dayChange: Change | null;
  onScrub: ((point: LinePoint | null) => void) | undefined;
}

function RowLine({ row, isUncounted, dayChange, ...props }: RowLineProps) {
  return (
    <Suspense fallback={<span />}>
      {props.isPainted ? (
        <Sparkline
          candles={props.candleLine}
          text={props.spark}
          price={isUncounted ? null : row.price}
          change={dayChange}
          requiredTrust={props.requiredTrust}
          isClosed={row.condition === 'closed' || row.condition === 'after-hours'}
          nowSeconds={props.minuteSeconds}
          schedule={row.schedule}
          onScrub={props.onScrub}
        />
      ) : (
        <span />
      )}
    </Suspense>
  );
}

/** The focused control, or the menu's button: the menu opens there and later returns the focus. */
function openerIn(row: HTMLElement): HTMLElement {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && row.contains(focused)) return focused;
  return row.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? row;
}

/** Opens the clicked row, unless another control was clicked. Returns the row that opens. */
export function openClickedRow({ target }: { target: EventTarget }): Element | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest('li');
  const control = target.closest('a, button');
  // The link's own click comes here as well.
  if (control === null) row?.querySelector('a')?.click();
  return control?.matches('a') ? row : null;
}
