import { lazy, memo, Suspense, useState, type FocusEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { areUnsignedCandlesShown } from '@/lib/storage/values/settings.ts';
import { references, sparklines } from '@/lib/storage/values/history.ts';
import { holdings, valuesShown } from '@/lib/storage/values/holdings.ts';
import { failedChecks, missingFeeds } from '@/lib/storage/values/prices.ts';
import { listView, rowNames } from '@/lib/storage/values/view.ts';
import type { Standing } from '@/lib/domain/connection/status.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { afterFrame, useAfterPaint } from '../shared/hooks/after-paint.ts';
import { useBadgeFeed } from '../shared/hooks/use-badge-feed.ts';
import { useMinute } from '../shared/hooks/clock.ts';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { useShownConversion } from '../shared/hooks/use-conversion.ts';
import { ListIcon, PlusIcon } from '../shared/icons.tsx';
import { useIsWide } from '../shared/hooks/use-is-wide.ts';
import { useRoute } from '../shared/route.ts';
import { useChangePeriod } from '../shared/hooks/use-change-period.ts';
import { useRequiredTrust } from '../shared/hooks/use-required-trust.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { AreaFills } from './area-fills.tsx';
import { openClickedRow, PriceRow } from './price-row.tsx';
import { ReorderTrigger } from '../shared/reorder-trigger.tsx';
import { useColumns } from './use-columns.ts';
import { rowMoves } from './row-moves.ts';
import type { Overlays } from './use-overlays.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useShownFeeds } from './use-shown-feeds.ts';
import { useStanding } from './use-standing.ts';
import type { WatchlistActions } from '../shared/hooks/use-watchlist-actions.ts';
import { Button } from '../shared/button.tsx';
import emptyStyles from '../shared/empty.module.css';
import styles from './watchlist.module.css';

// Loaded when the list is sorted by change: it reads past prices.
const ChangeOrder = lazy(() => import('./change-order.tsx'));

// Loaded when the list is sorted by holdings.
const ValueOrder = lazy(() => import('./value-order.tsx'));

interface WatchlistProps {
  /** The group whose tab is selected; `null`: all. */
  group: Group | null;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

// As many rows fill the popup: it scrolls only if there are more.
const FULL_PAGE = 10;

const NO_ATTRIBUTES: Record<string, string> = {};

/**
 * The feeds of the selected tab in the chosen order.
 *
 * A list whose only tab stop is the row in use: the arrow keys move between the rows, so Tab passes
 * a long list in one step. Not a grid: screen readers read a list's rows, with all their marks,
 * without a mode of their own, and say how many there are.
 */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const { group, actions } = props;
  const density = useStored(listView)?.density;
  const feeds = useShownFeeds(group);
  const standing = useStanding();
  const rowProps = useRowProps(standing);
  const [lastFocused, setLastFocused] = useState<string>();
  const isByHand = feeds?.sort === 'hand';
  const rowKeys = useRowKeys({ actions, onOverlay: props.onOverlay, isByHand });
  const columns = useColumns();
  const hasValues = useHasValues();
  const currentId = useCurrentFeed(feeds?.byHand[0]);
  if (!feeds || !rowProps) return null;
  if (feeds.ids.length === 0) return <NothingHere group={group} onSearch={actions.focusSearch} />;

  const { ids, byHand, sort, sections, setOrder } = feeds;
  const tabStop = ids.find((id) => id === lastFocused) ?? ids[0];
  return (
    <>
      <Suspense>
        {sort === 'change' && <ChangeOrder ids={byHand} onOrder={setOrder} />}
        {(sort === 'value' || sort === 'gain') && (
          <ValueOrder ids={byHand} by={sort} onOrder={setOrder} />
        )}
      </Suspense>
      {columns && <columns.ColumnHeads />}
      <ReorderTrigger {...rowMoves(ids, group)} isOn={isByHand}>
        <ul
          ref={watchRows}
          className={styles.rows}
          aria-label={t('popup.watchlistLabel')}
          data-part="watchlist"
          data-density={density}
          data-columns={columns ? true : undefined}
          data-values={hasValues || undefined}
          data-gray={!standing.isCurrent || undefined}
          onClick={openClickedRow}
          onKeyDown={rowKeys.onKeyDown}
          onFocus={(event) => setLastFocused(rowIdOf(event))}
        >
          {ids.map((id) => (
            <PriceRow
              key={id}
              id={id}
              {...rowProps(id)}
              tabStopKeys={id === tabStop ? rowKeys.shown : null}
              isCurrent={id === currentId}
              section={sections.get(id) ?? null}
              columns={columns}
              isMovable={isByHand}
              onOverlay={props.onOverlay}
              onFindReplacement={props.onFindReplacement}
            />
          ))}
        </ul>
      </ReorderTrigger>
      <ListEnd isShort={ids.length < FULL_PAGE} onAdd={actions.focusSearch} />
    </>
  );
});

/** The feed that is displayed beside the list; `undefined`: none. */
function useCurrentFeed(first: string | undefined): string | undefined {
  const route = useRoute();
  if (!useIsWide()) return undefined;
  if (route.view === 'feed') return route.id;
  return route.view === 'list' ? first : undefined;
}

function useHasValues(): boolean {
  const areShown = useStored(valuesShown) ?? false;
  return useHasHoldings() && areShown;
}

/** What each row shows beside its price. Stored values are read once for all rows. */
function useRowProps({ status, isCurrent }: Standing) {
  const conversion = useShownConversion();
  const badgeId = useBadgeFeed();
  const followed = useStored(watchlist);
  const attributes = useStored(followedFeeds);
  const names = useStored(rowNames);
  const missing = useStored(missingFeeds);
  const marks = useStored(alertMarks);
  const period = useChangePeriod();
  const pastPrices = useStored(references[period]);
  const sparks = useStored(sparklines);
  const lines = useStored(candleLines);
  const areCandlesAllowed = useStored(areUnsignedCandlesShown) ?? false;
  const requiredTrust = useRequiredTrust();
  const failed = useStored(failedChecks);
  const held = useStored(holdings);
  const areValuesShown = useStored(valuesShown) ?? false;
  const showsConfidence = useStored(listView)?.showsConfidence ?? false;
  const minuteSeconds = useMinute();
  // Prices first: row actions and past prices render right after the first paint.
  const isPainted = useAfterPaint();
  if (!followed || !attributes || !names) return null;
  const mayShowCandles = requiredTrust === null || areCandlesAllowed;
  return (id: string) => ({
    attributes: attributes[id] ?? NO_ATTRIBUTES,
    ownName: names[id],
    isBadge: id === badgeId,
    isPainted,
    // A refusal of the whole list is said once, and so is that nothing is new.
    missing:
      status.code === 'refused' && missing?.[id] === 'not-covered' ? undefined : missing?.[id],
    isQuiet: !isCurrent,
    mark: marks?.[id] ?? null,
    period,
    pastPrice: conversion ? conversion.pastPrice(id, pastPrices) : (pastPrices?.[id] ?? null),
    spark: conversion ? conversion.spark(id, sparks, requiredTrust) : (sparks?.[id] ?? null),
    candleLine: !conversion && mayShowCandles ? (lines?.[id] ?? null) : null,
    currency: conversion?.routeOf(id) ? conversion.currency : null,
    failure: failed?.[id]?.reason ?? null,
    showsValue: areValuesShown && isPainted && held !== undefined && Object.hasOwn(held, id),
    showsConfidence,
    requiredTrust,
    minuteSeconds,
  });
}

/** Rows that enter or leave move, and those in view are reported, with code loaded after the paint. */
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

function NothingHere({ group, onSearch }: { group: Group | null; onSearch: () => void }) {
  return (
    <div className={emptyStyles.empty}>
      <ListIcon />
      <h2>{group ? t('popup.empty.groupTitle', { group: group.name }) : t('popup.empty.title')}</h2>
      <p>{group ? t('popup.empty.groupText', { all: t('group.all') }) : t('popup.empty.text')}</p>
      {/* Receives the focus that was lost with the last row; it is also the obvious next step. */}
      <Button kind="primary" autoFocus={!group} onClick={onSearch}>
        {t('popup.addFeedButton')}
      </Button>
    </div>
  );
}

/** After the last row, once that is painted. A short list has a row that adds a feed. */
function ListEnd({ isShort, onAdd }: { isShort: boolean; onAdd: () => void }) {
  const isPainted = useAfterPaint();
  if (!isPainted) return null;
  return (
    <>
      {isShort && (
        <button type="button" className={styles.add} onClick={onAdd}>
          <PlusIcon />
          {t('popup.addFeedButton')}
        </button>
      )}
      <AreaFills />
    </>
  );
}

function rowIdOf({ target }: FocusEvent): string | undefined {
  return target.closest<HTMLElement>('li')?.dataset['id'];
}
