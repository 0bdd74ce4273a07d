import type { BackgroundUpdates } from '@/lib/domain/settings.ts';
import type { Cached } from '@/lib/background/cached.ts';
import type { ToolbarSettings } from '@/lib/background/badge/toolbar-view.ts';
import { badgeTurn, badgeView } from '@/lib/storage/values/badge.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { BTC, ETH } from '../feeds.ts';

export const kept = <T>(current: T): Cached<T> => ({ current, loaded: Promise.resolve() });

/** The defaults, as the worker has them. */
export const toolbarSettings = (change: Partial<ToolbarSettings> = {}): ToolbarSettings => ({
  watchlist: kept([BTC, ETH]),
  badgeFeedId: kept<string | null>(null),
  followedFeeds: kept({
    [BTC]: { display_symbol: 'BTC/USD' },
    [ETH]: { display_symbol: 'ETH/USD' },
  }),
  displayCurrency: kept<string | null>(null),
  currencyFeeds: kept({}),
  staleLimitSeconds: kept(60),
  appearance: kept(appearance.fallback),
  connectionState: kept(connectionState.fallback),
  missingFeeds: kept({}),
  backgroundUpdates: kept<BackgroundUpdates>('balanced'),
  areSamplesShown: kept(false),
  signatures: kept<'show' | 'require' | 'off'>('show'),
  firings: kept([]),
  lateFeeds: kept<string[]>([]),
  rowNames: kept({}),
  amountsHidden: kept(false),
  holdings: kept({}),
  badgeView: kept(badgeView.fallback),
  badgeTurn: kept(badgeTurn.fallback),
  groups: kept([]),
  listView: kept(listView.fallback),
  references1h: kept({}),
  references24h: kept({}),
  references7d: kept({}),
  referencesclose: kept({}),
  referencestoday: kept({}),
  trust: kept('t'),
  clockSkew: kept(clockSkew.fallback),
  ...change,
});
