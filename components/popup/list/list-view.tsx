import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../../shared/button.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { FiredPlace } from '../footer/fired-place.tsx';
import { LIST_PANEL, tabId } from '../header/group-tabs.tsx';
import { PopupHeader } from '../header/header.tsx';
import { useFeedSearch, type FeedSearch, type Replacing } from '../search/use-feed-search.ts';
import { useOverlays } from '../menus/use-overlays.ts';
import { useShownGroup } from '../../shared/hooks/use-shown-group.ts';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { PriceStoreContext, usePriceStore } from '../../shared/hooks/use-latest-price.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import {
  useWatchlistActions,
  type WatchlistActions,
} from '../../shared/hooks/use-watchlist-actions.ts';
import { Watchlist } from './watchlist.tsx';
import viewStyles from '../../shared/view.module.css';
import styles from './list-view.module.css';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { goTo, useRoute } from '../../shared/route.ts';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';
import { groups } from '@/lib/storage/values/view.ts';

// Loaded when first needed, so that the watchlist paints without this code.
const SearchResults = lazy(() => import('../search/search-results.tsx'));
const OverlayView = lazy(() => import('../menus/overlay-view.tsx'));

interface ListViewProps {
  /** Whether no other view was opened. */
  isList: boolean;
  /** Whether it is shown beside another view, which then is the main one. */
  isBeside: boolean;
}

/** The watchlist, and the feed search that covers it. */
export function WatchlistView({ isList, isBeside }: ListViewProps) {
  const Whole = isBeside ? 'section' : 'div';
  const Main = isBeside ? 'div' : 'main';
  const field = useRef<HTMLInputElement>(null);
  const group = useShownGroup();
  const hasGroups = useStoredPart(groups, (list) => (list?.length ?? 0) > 0);
  const { announcement, actions } = useWatchlistActions(field, group);
  const search = useFeedSearch({ onAdd: actions.add, onReplace: replaceWith(actions) });
  const overlays = useOverlays(actions);
  const findReplacement = useReplacementSearch(search, actions);
  useReplacementRoute(findReplacement);
  useSearchRoute(search, actions);
  const [moving, setMoving] = useState<string | null>(null);
  useReturnedFocus(isList);

  return (
    <Whole
      className={classNames(viewStyles.view, styles.view)}
      aria-label={isBeside ? t('popup.watchlistLabel') : undefined}
      hidden={!isList && !isBeside}
    >
      <PopupHeader field={field} search={search} overlays={overlays} moving={moving} />
      <Main className={viewStyles.main}>
        <Suspense>{search.isOpen && <SearchResults {...{ search, group, overlays }} />}</Suspense>
        {/* Hidden, not unmounted, while searching: it keeps its scroll position and prices. */}
        <div
          className={styles.list}
          id={LIST_PANEL}
          {...(hasGroups && { role: 'tabpanel', 'aria-labelledby': tabId(group?.id ?? null) })}
          hidden={search.isOpen}
        >
          <ShownPrices>
            <Watchlist
              group={group}
              actions={actions}
              onOverlay={overlays.open}
              onFindReplacement={findReplacement}
              onMoving={setMoving}
            />
          </ShownPrices>
        </div>
        <p className="visually-hidden" aria-live="polite">
          {announcement}
        </p>
        {overlays.current && (
          <Suspense key={overlays.current.kind}>
            <OverlayView
              overlay={overlays.current}
              overlays={overlays}
              isInGroup={group !== null}
            />
          </Suspense>
        )}
      </Main>
      <NewsPlace />
      <FiredPlace />
    </Whole>
  );
}

/** Another view leads back to the row that it was opened from. */
function useReturnedFocus(isList: boolean): void {
  const wasList = useRef(isList);
  useEffect(() => {
    const isListAgain = !wasList.current && isList;
    wasList.current = isList;
    // The focus was in the other view: restore it, unless the search field gets it.
    if (!isListAgain || document.activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>('[data-part="watchlist"] a[tabindex="0"]');
    row?.focus({ preventScroll: true });
  }, [isList]);
}

/**
 * The feed's alert is moved in its sentence, because its level may make no sense there. Without its
 * feed in the list, another alert on it would be paused instead of asking for a replacement.
 */
function replaceWith({ add, replace }: WatchlistActions) {
  return async ({ id, alertId }: Replacing, feed: Feed): Promise<void> => {
    if (alertId === null) return replace(id, feed, false);
    const { alertRules } = await import('@/lib/storage/values/alerts.ts');
    const isLast = (await alertRules.getValue()).every(
      (rule) => rule.id === alertId || feedOf(rule.feedId) !== id,
    );
    await (isLast ? replace(id, feed, true) : add(feed));
    goTo({ view: 'edit-alert', alertId, feedId: feed.id });
  };
}

/** Provides prices in the user's display currency. */
function ShownPrices({ children }: { children: ReactNode }) {
  const quoted = usePriceStore();
  const store = useShownConversion()?.store ?? quoted;
  return <PriceStoreContext value={store}>{children}</PriceStoreContext>;
}

function useReplacementSearch({ replace }: FeedSearch, actions: WatchlistActions) {
  return useCallback(
    (id: string, query: string, alertId: string | null = null) => {
      replace({ id, alertId }, query);
      actions.focusSearch();
    },
    [replace, actions],
  );
}

/** Another view asks for the replacement of a feed. */
function useReplacementRoute(findReplacement: ReturnType<typeof useReplacementSearch>): void {
  const route = useRoute();
  const { feedId: id = null, alertId = null } = (route.view === 'list' && route.replaces) || {};
  const query = useStoredPart(followedFeeds, (all) => {
    const attributes = id === null ? undefined : all?.[id];
    return attribute(attributes, 'base') ?? feedSymbol(attributes, id ?? '');
  });
  useEffect(() => {
    if (id === null) return;
    location.replace('#');
    findReplacement(id, query, alertId);
  }, [id, query, alertId, findReplacement]);
}

/** Opens the search with the text from the address bar. */
function useSearchRoute({ takeText }: FeedSearch, actions: WatchlistActions): void {
  const route = useRoute();
  const { text, isEntered = false } = (route.view === 'list' && route.search) || {};
  useEffect(() => {
    if (text === undefined) return;
    location.replace('#');
    takeText(text, isEntered);
    actions.focusSearch();
  }, [text, isEntered, takeText, actions]);
}

// Loaded only after an update, so that the watchlist paints without this code.
const NewsCard = lazy(() => import('../footer/news-card.tsx'));

/** What is new, until the user dismisses it. */
function NewsPlace() {
  const since = useStored(unseenNewsSince) ?? null;
  if (since === null) return null;
  return (
    <Suspense>
      <NewsCard since={since} />
    </Suspense>
  );
}
