import { lazy, Suspense, useRef, type ReactNode } from 'react';
import type { FeedId } from '@/lib/base/units.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useAfterPaint } from '../shared/hooks/after-paint.ts';
import { ConversionContext, useConversion } from '../shared/hooks/use-conversion.ts';
import { useAppearance } from '../shared/hooks/appearance.ts';
import { useIsWide } from '../shared/hooks/use-is-wide.ts';
import { OpenedLineContext, type OpenedLine } from '../shared/growth.ts';
import { AreaFills } from '../shared/area-fills.tsx';
import { Boundary } from '../shared/boundary.tsx';
import { Toast } from '../shared/toast.tsx';
import { StorageTrouble } from '../shared/storage-trouble.tsx';
import { PriceStoreContext, type PriceStore } from '../shared/hooks/use-latest-price.ts';
import { PopupFooter } from './footer/popup-footer.tsx';
import { WatchlistView } from './list/list-view.tsx';
import { useShownFeeds } from './list/use-shown-feeds.ts';
import { StandingProvider } from '../shared/hooks/use-standing.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useRoute, type Route } from '../shared/route.ts';
import { useShownGroup } from '../shared/hooks/use-shown-group.ts';
import viewStyles from '../shared/view.module.css';
import styles from './popup.module.css';

// Loaded when first opened, so that the watchlist paints without this code.
const DetailView = lazy(() => import('../detail/detail-view.tsx'));
const AlertList = lazy(() => import('../alerts/alert-list.tsx'));
const HoldingsView = lazy(() => import('../holdings/holdings-view.tsx'));

// Loaded after the first paint.
const PageShortcuts = lazy(() => import('./menus/page-shortcuts.tsx'));

/** The popup. @param prices the page's price store, primed before the first render */
export function Popup({ prices }: { prices: PriceStore }) {
  useAppearance();
  const route = useRoute();
  const isPainted = useAfterPaint();
  const isWide = useIsWide();
  const isList = route.view === 'list';
  const opened = useRef<OpenedLine>(null);

  return (
    <PriceStoreContext value={prices}>
      <ConversionProvider>
        <StandingProvider>
          <OpenedLineContext value={opened}>
            <div className={styles.panes}>
              {/* Hidden, not unmounted, under another view: it keeps its scroll position and prices. */}
              <Boundary>
                <WatchlistView isList={isList} isBeside={isWide} />
              </Boundary>
              {(!isList || isWide) && (
                <Boundary>
                  {/* While the view's code loads, the footer stays at the bottom. */}
                  <Suspense fallback={<main className={viewStyles.view} />}>
                    <OtherView route={route} />
                  </Suspense>
                </Boundary>
              )}
            </div>
          </OpenedLineContext>
          <Toast />
          <PopupFooter />
          <StorageTrouble />
          {isPainted && <AreaFills />}
          <Suspense>
            {isPainted && <PageShortcuts isList={isList} isListShown={isList || isWide} />}
          </Suspense>
        </StandingProvider>
      </ConversionProvider>
    </PriceStoreContext>
  );
}

/** The list and the details show one price in the display currency. */
function ConversionProvider({ children }: { children: ReactNode }) {
  return <ConversionContext value={useConversion()}>{children}</ConversionContext>;
}

function OtherView({ route }: { route: Route }) {
  const group = useShownGroup();
  const firstId = useFirstFeed(group);
  switch (route.view) {
    case 'list':
      // The list's first feed, shown beside the list while no feed is selected.
      if (firstId === undefined) return <main className={viewStyles.view} />;
      return <DetailView route={{ view: 'feed', id: firstId }} />;
    case 'holdings':
      return <HoldingsView key={group?.id ?? ''} group={group} />;
    case 'alerts':
      return <AlertList key={route.feedId ?? ''} feedId={route.feedId ?? null} />;
    default:
      return <DetailView route={route} />;
  }
}

function useFirstFeed(group: Group | null): FeedId | undefined {
  const ids = useStored(watchlist);
  return useShownFeeds(group)?.byHand[0] ?? ids?.[0];
}
