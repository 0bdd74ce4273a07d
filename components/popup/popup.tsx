import { lazy, Suspense, useEffect } from 'react';
import { holdPresence } from '@/lib/pages/presence.ts';
import { useAfterPaint } from '../hooks/after-paint.ts';
import { useAppearance } from '../hooks/appearance.ts';
import { Boundary } from '../shared/boundary.tsx';
import { StorageTrouble } from '../shared/storage-trouble.tsx';
import { PriceStoreContext, type PriceStore } from '../hooks/use-latest-price.ts';
import { ConnectionFooter } from './connection-footer.tsx';
import { ListView } from './list-view.tsx';
import { useRoute, type Route } from '../shared/route.ts';

// Loaded when first opened, so that the watchlist paints without this code.
const FeedDetail = lazy(() => import('../detail/feed-detail.tsx'));
const AlertList = lazy(() => import('../alerts/alert-list.tsx'));
const AlertEditor = lazy(() => import('../alerts/alert-editor.tsx'));

// Loaded after the first paint.
const PageShortcuts = lazy(() => import('./page-shortcuts.tsx'));

/** The popup. @param prices the page's price store, primed before the first render */
export function Popup({ prices }: { prices: PriceStore }) {
  useAppearance();
  useEffect(holdPresence, []);
  const route = useRoute();
  const isPainted = useAfterPaint();

  return (
    <PriceStoreContext value={prices}>
      {/* Hidden, not unmounted, under another view: it keeps its scroll position and prices. */}
      <Boundary>
        <ListView isHidden={route.view !== 'list'} />
      </Boundary>
      {route.view !== 'list' && (
        <Boundary>
          <Suspense>
            <OtherView route={route} />
          </Suspense>
        </Boundary>
      )}
      <ConnectionFooter />
      <StorageTrouble />
      <Suspense>{isPainted && <PageShortcuts view={route.view} />}</Suspense>
    </PriceStoreContext>
  );
}

function OtherView({ route }: { route: Exclude<Route, { view: 'list' }> }) {
  switch (route.view) {
    case 'feed':
      return <FeedDetail key={route.id} id={route.id} />;
    case 'alerts':
      return <AlertList key={route.feedId ?? ''} feedId={route.feedId ?? null} />;
    case 'new-alert':
      return <AlertEditor key={route.id} feedId={route.id} level={route.level} />;
    default:
      return <AlertEditor key={route.alertId} alertId={route.alertId} />;
  }
}
