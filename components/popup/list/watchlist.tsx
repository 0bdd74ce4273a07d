import { lazy, memo, Suspense, use, useState, type FocusEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { t } from '@/lib/base/locale/t.ts';
import { valuesShown } from '@/lib/storage/values/holdings.ts';
import { listView } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { growFrom, OpenedLineContext } from '../../shared/growth.ts';
import { afterFrame, useAfterPaint } from '../../shared/hooks/after-paint.ts';
import { useHasColumns } from '../../shared/hooks/use-is-wide.ts';
import { useHasHoldings } from '../../shared/hooks/use-has-holdings.ts';
import { ListIcon, PlusIcon } from '../../shared/icons.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { ColumnHeads } from '../row/columns.tsx';
import { openClickedRow, PriceRow } from '../row/price-row.tsx';
import { ReorderTrigger } from '../../shared/reorder-trigger.tsx';
import type { Moves } from '../../shared/reordering.tsx';
import { GroupHeading } from './group-heading.tsx';
import { LONG_LIST, Rows } from './rows.tsx';
import type { Overlays } from '../menus/use-overlays.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowProps } from '../row/use-row-props.ts';
import { useShownFeeds, type ShownFeeds } from './use-shown-feeds.ts';
import { useStanding } from '../../shared/hooks/use-standing.tsx';
import type { WatchlistActions } from '../../shared/hooks/use-watchlist-actions.ts';
import { Button } from '../../shared/button.tsx';
import emptyStyles from '../../shared/empty.module.css';
import styles from './watchlist.module.css';

// Loaded when the list is sorted by change: it reads past prices.
const ChangeOrder = lazy(() => import('./change-order.tsx'));

// Loaded after the first paint, for lists with room for a segment a row.
const DayStrip = lazy(() => import('./day-strip.tsx'));
const MAX_SEGMENTS = 24;

// Loaded when the list is sorted by holdings.
const ValueOrder = lazy(() => import('./value-order.tsx'));

interface WatchlistProps {
  /** The selected tab; `null`: all. */
  group: Group | null;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
  onMoving: (name: string | null) => void;
}

// This many rows fill the popup without scrolling.
const FULL_PAGE = 10;

/** The feeds of the selected tab in the chosen order. */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const { group, actions } = props;
  const feeds = useShownFeeds(group);
  const standing = useStanding();
  const rowProps = useRowProps(standing, feeds);
  const hasColumns = useHasColumns();
  const isPainted = useAfterPaint();
  if (!feeds || !rowProps) return null;
  if (feeds.ids.length === 0) return <NothingHere group={group} onSearch={actions.focusSearch} />;

  const { ids, byHand, sort, setOrder } = feeds;
  return (
    <>
      <Suspense>
        {sort === 'change' && <ChangeOrder ids={byHand} onOrder={setOrder} />}
        {sort === 'value' && <ValueOrder ids={byHand} onOrder={setOrder} />}
        {isPainted && ids.length <= MAX_SEGMENTS && (
          <DayStrip ids={ids} onMoving={props.onMoving} />
        )}
      </Suspense>
      {hasColumns && <ColumnHeads onOverlay={props.onOverlay} />}
      <FeedRows
        {...props}
        feeds={feeds}
        rowProps={rowProps}
        hasColumns={hasColumns}
        isGray={!standing.isCurrent}
      />
      <ListEnd isShort={ids.length < FULL_PAGE} onAdd={actions.focusSearch} />
    </>
  );
});

interface FeedRowsProps extends WatchlistProps {
  feeds: ShownFeeds;
  rowProps: NonNullable<ReturnType<typeof useRowProps>>;
  hasColumns: boolean;
  /** Whether no price is current. */
  isGray: boolean;
}

/**
 * A list with one tab stop: arrow keys move between rows, so Tab passes a long list in one step.
 * Not a grid: screen readers read a list's rows with all their marks, without switching to another
 * mode, and announce the number of rows.
 */
function FeedRows(props: FeedRowsProps) {
  const { ids: stored, sort, sections } = props.feeds;
  const [ids, setDraft] = useDraft(stored);
  const density = useStored(listView)?.density;
  const hasValues = useHasValues();
  const [tabStop, setTabStop] = useTabStop(ids);
  const opened = use(OpenedLineContext);
  const { actions, onOverlay, onFindReplacement } = props;
  const prepare = (id: string): void => flushSync(() => setTabStop(id));
  const rowKeys = useRowKeys({ actions, onOverlay, isByHand: sort === 'hand', ids, prepare });
  const isLong = ids.length > LONG_LIST;
  const drag = (id: string, order: readonly string[] | null): void => {
    setTabStop(id);
    setDraft(order ?? stored);
  };
  const renderRow = (id: string, index: number): ReactNode => (
    <>
      <GroupHeading sections={sections} firstId={id} />
      <PriceRow
        id={id}
        {...props.rowProps(id)}
        posInSet={isLong ? index + 1 : undefined}
        setSize={isLong ? ids.length : undefined}
        tabStopKeys={id === tabStop ? rowKeys.shown : null}
        hasColumns={props.hasColumns}
        onOverlay={onOverlay}
        onFindReplacement={onFindReplacement}
      />
    </>
  );
  return (
    <ReorderTrigger
      {...rowMoves(ids, props.group)}
      isOn={sort === 'hand'}
      onDrag={isLong ? drag : undefined}
    >
      <ul
        ref={watchRows}
        className={styles.rows}
        aria-label={t('popup.watchlistLabel')}
        data-part="watchlist"
        data-density={density}
        data-columns={props.hasColumns || undefined}
        data-values={hasValues || undefined}
        data-gray={props.isGray || undefined}
        data-grouped={sections !== null || undefined}
        onClick={(event) => {
          const row = openClickedRow(event);
          if (row && opened) growFrom(opened, row.querySelector('[data-part="spark"]'));
        }}
        onKeyDown={rowKeys.onKeyDown}
        onFocus={(event) => setTabStop(rowIdOf(event))}
      >
        <Rows ids={ids} keptId={tabStop} sections={sections}>
          {renderRow}
        </Rows>
      </ul>
    </ReorderTrigger>
  );
}

/** The order while a row of a long list is moved, until the new order is stored. */
function useDraft(stored: readonly string[]) {
  const [draft, setDraft] = useState({ of: stored, ids: stored });
  return [
    draft.of === stored ? draft.ids : stored,
    (ids: readonly string[]) => setDraft({ of: stored, ids }),
  ] as const;
}

/** Settings for moving rows within a group, or within the whole watchlist. */
function rowMoves(ids: readonly string[], group: Group | null): Moves {
  return {
    ids,
    instructions: t('row.reorder.instructions'),
    onMove: (id, index) => {
      const others = ids.filter((other) => other !== id);
      void moveRow(id, others[index] ?? null, group?.id ?? null);
    },
  };
}

async function moveRow(id: string, beforeId: string | null, groupId: string | null) {
  const { moveFeed } = await import('@/lib/pages/watchlist/watchlist.ts');
  await moveFeed(id, beforeId, groupId);
}

/** The last focused row, or the first. In a long list, it stays in the document out of view. */
function useTabStop(ids: readonly string[]) {
  const [lastFocused, setLastFocused] = useState<string>();
  return [ids.find((id) => id === lastFocused) ?? ids[0], setLastFocused] as const;
}

function useHasValues(): boolean {
  const areShown = useStored(valuesShown) ?? false;
  return useHasHoldings() && areShown;
}

/** Animates rows and reports those in view, with code loaded after the paint. */
function watchRows(list: HTMLElement | null) {
  if (!list) return undefined;
  let isGone = false;
  const stops: Array<() => void> = [];
  const cancel = afterFrame(() => {
    void Promise.all([import('./row-motion.ts'), import('./rows-in-view.ts')]).then(
      ([{ moveRows }, { reportRowsInView }]) => {
        if (!isGone) stops.push(moveRows(list), reportRowsInView(list));
      },
    );
  });
  return () => {
    isGone = true;
    cancel();
    for (const stop of stops) stop();
  };
}

function rowIdOf({ target }: FocusEvent): string | undefined {
  return target.closest<HTMLElement>('li')?.dataset['id'];
}

function NothingHere({ group, onSearch }: { group: Group | null; onSearch: () => void }) {
  return (
    <div className={emptyStyles.empty}>
      <ListIcon />
      <h2>{group ? t('popup.empty.groupTitle', { group: group.name }) : t('popup.empty.title')}</h2>
      <p>{group ? t('popup.empty.groupText', { all: t('group.all') }) : t('popup.empty.text')}</p>
      {/* Receives the focus when the last row disappears; it is also the obvious next step. */}
      <Button kind="primary" autoFocus={!group} onClick={onSearch}>
        {t('popup.addFeedButton')}
      </Button>
    </div>
  );
}

/** Rendered below the last row, after the first paint. */
function ListEnd({ isShort, onAdd }: { isShort: boolean; onAdd: () => void }) {
  const isPainted = useAfterPaint();
  return (
    isPainted &&
    isShort && (
      <button type="button" className={styles.add} onClick={onAdd}>
        <PlusIcon />
        {t('popup.addFeedButton')}
      </button>
    )
  );
}
