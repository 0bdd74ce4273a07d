import { lazy, memo, Suspense, type KeyboardEvent } from 'react';
import { t } from '@/lib/locale/t.ts';
import { alertMarks } from '@/lib/storage/alert-marks.ts';
import { followedFeeds } from '@/lib/storage/catalogue.ts';
import { connectionState } from '@/lib/storage/connection.ts';
import { references, sparklines } from '@/lib/storage/history.ts';
import { failedChecks, missingFeeds } from '@/lib/storage/prices.ts';
import { listView, rowNames, type Group } from '@/lib/storage/view.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/watchlist.ts';
import { useAfterPaint } from '../hooks/after-paint.ts';
import { useMinute } from '../hooks/clock.ts';
import { ListIcon } from '../shared/icons.tsx';
import { useChangePeriod } from '../hooks/use-change-period.ts';
import { useRequiredTrust } from '../hooks/use-required-trust.ts';
import { useStored } from '../hooks/use-stored.ts';
import { PriceRow } from './price-row.tsx';
import { ReorderTrigger } from './reorder-trigger.tsx';
import type { Overlays } from './use-overlays.ts';
import { useShownFeeds } from './use-shown-feeds.ts';
import type { WatchlistActions } from '../hooks/use-watchlist-actions.ts';
import { Button } from '../shared/button.tsx';
import emptyStyles from '../shared/empty.module.css';

// Loaded when the list is sorted by change: it reads past prices.
const ChangeOrder = lazy(() => import('./change-order.tsx'));

interface WatchlistProps {
  /** The group whose tab is selected; `null`: all. */
  group: Group | null;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

const NO_ATTRIBUTES: Record<string, string> = {};

/** The feeds of the selected tab in the chosen order. */
export const Watchlist = memo(function Watchlist(props: WatchlistProps) {
  const { group, actions } = props;
  const density = useStored(listView)?.density;
  const feeds = useShownFeeds(group);
  const rowProps = useRowProps();
  if (!feeds || !rowProps) return null;
  if (feeds.ids.length === 0) return <NothingHere group={group} onSearch={actions.focusSearch} />;

  const { ids, byHand, sort, setByChange } = feeds;
  const isByHand = sort === 'hand';
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (isByHand && event.altKey) shiftRow(event, actions.shift);
    else moveBetweenRows(event);
  };
  return (
    <>
      {sort === 'change' && (
        <Suspense>
          <ChangeOrder ids={byHand} onOrder={setByChange} />
        </Suspense>
      )}
      <ReorderTrigger ids={ids} groupId={group?.id ?? null} isOn={isByHand}>
        <ul
          aria-label={t('popup.watchlistLabel')}
          data-part="watchlist"
          data-density={density}
          onKeyDown={onKeyDown}
        >
          {ids.map((id) => (
            <PriceRow
              key={id}
              id={id}
              {...rowProps(id)}
              isMovable={isByHand}
              actions={actions}
              onOverlay={props.onOverlay}
              onFindReplacement={props.onFindReplacement}
            />
          ))}
        </ul>
      </ReorderTrigger>
    </>
  );
});

/** What each row shows beside its price. Stored values are read once for all rows. */
function useRowProps() {
  const followed = useStored(watchlist);
  const attributes = useStored(followedFeeds);
  const names = useStored(rowNames);
  const chosen = useStored(badgeFeedId);
  const missing = useStored(missingFeeds);
  const isStopped = useStored(connectionState)?.state === 'stopped';
  const marks = useStored(alertMarks);
  const period = useChangePeriod();
  const pastPrices = useStored(references[period]);
  const sparks = useStored(sparklines);
  const requiredTrust = useRequiredTrust();
  const failed = useStored(failedChecks);
  const minuteSeconds = useMinute();
  // Prices first: row actions and past prices render right after the first paint.
  const isPainted = useAfterPaint();
  if (!followed || !attributes || !names || chosen === undefined) return null;
  const badgeId = effectiveBadgeFeed(chosen, followed);
  return (id: string) => ({
    attributes: attributes[id] ?? NO_ATTRIBUTES,
    ownName: names[id],
    isBadge: id === badgeId,
    isPainted,
    missing: missing?.[id],
    isStopped,
    mark: marks?.[id] ?? null,
    period,
    pastPrice: pastPrices?.[id] ?? null,
    spark: sparks?.[id] ?? null,
    failure: failed?.[id]?.reason ?? null,
    requiredTrust,
    minuteSeconds,
  });
}

function NothingHere({ group, onSearch }: { group: Group | null; onSearch: () => void }) {
  return (
    <div className={emptyStyles.empty}>
      <ListIcon />
      <h2>{group ? t('popup.empty.groupTitle', { group: group.name }) : t('popup.empty.title')}</h2>
      <p>{group ? t('popup.empty.groupText', { all: t('group.all') }) : t('popup.empty.text')}</p>
      {/* Receives the focus that was lost with the last row; it is also the obvious next step. */}
      <Button kind="primary" autoFocus={!group} onClick={onSearch}>
        {t('popup.empty.findButton')}
      </Button>
    </div>
  );
}

/** Alt and an arrow key move the focused row. */
function shiftRow(event: KeyboardEvent, shift: WatchlistActions['shift']): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const id = event.target instanceof HTMLElement && event.target.closest('li')?.dataset['id'];
  if (by === undefined || !id) return;
  event.preventDefault();
  void shift(id, by);
}

/** Arrow keys move to the same control in the next row: Tab alone is slow in a long list. */
function moveBetweenRows(event: KeyboardEvent<HTMLUListElement>): void {
  const control = event.target;
  if (!(control instanceof HTMLElement) || !control.matches('a, button')) return;
  const row = control.closest('li');
  // While a row is being moved with the keyboard, the arrow keys belong to it.
  if (event.defaultPrevented) return;
  const target = targetRow(event.key, row);
  if (!row || !target) return;
  event.preventDefault();
  const place = [...row.querySelectorAll('a, button')].indexOf(control);
  const controls = target.querySelectorAll<HTMLElement>('a, button');
  (controls[place] ?? controls[controls.length - 1])?.focus();
}

function targetRow(key: string, row: Element | null): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return row?.nextElementSibling;
    case 'ArrowUp':
      return row?.previousElementSibling;
    case 'Home':
      return row?.parentElement?.firstElementChild;
    case 'End':
      return row?.parentElement?.lastElementChild;
    default:
      return null;
  }
}
