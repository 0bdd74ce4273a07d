import { cacheAll, type Cached } from '../cached.ts';
import type { FeedsCache } from '../market.ts';
import { alertRules, alertSettings, firings } from '../../storage/values/alerts.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import { amountsHidden, holdings } from '../../storage/values/holdings.ts';
import type { BackgroundUpdates, HistoryServices, ServiceSettings } from '../../domain/settings.ts';
import { lateFeeds } from '../../storage/values/late-feeds.ts';
import { rowNames } from '../../storage/values/view.ts';
import type { Group } from '../../domain/watchlist/view.ts';
import type { FeedId } from '../../base/units.ts';

/** Reads the alert items and keeps them up to date. @param onChange called when one changes */
export function cacheAlertItems(onChange: () => void) {
  return cacheAll(
    { alertRules, alertSettings, firings, lateFeeds, rowNames, holdings, amountsHidden },
    onChange,
  );
}

export type AlertItems = ReturnType<typeof cacheAlertItems> &
  FeedsCache & {
    areSamplesInUse: Cached<boolean>;
    backgroundUpdates: Cached<BackgroundUpdates>;
    watchlist: Cached<FeedId[]>;
    groups: Cached<Group[]>;
    historyServices: Cached<HistoryServices>;
    currencyFeeds: Cached<CurrencyFeeds>;
    services: Cached<ServiceSettings[]>;
  };
