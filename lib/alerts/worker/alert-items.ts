import { cache, type Cached } from '../../background/cached.ts';
import type { MarketSettings } from '../../background/market-facts.ts';
import { alertRules, alertSettings, firings } from '../../storage/alerts.ts';
import type { CurrencyFeeds } from '../../storage/currency.ts';
import { amountsHidden, holdings } from '../../storage/holdings.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { rowNames, type Group } from '../../storage/view.ts';
import type { FeedId } from '../../units.ts';

/** Reads the alert items and keeps them up to date. @param onChange called when one changes */
export function cacheAlertItems(onChange: () => void) {
  return {
    alertRules: cache(alertRules, onChange),
    alertSettings: cache(alertSettings, onChange),
    firings: cache(firings, onChange),
    rowNames: cache(rowNames, onChange),
    holdings: cache(holdings, onChange),
    amountsHidden: cache(amountsHidden, onChange),
  };
}

/** The stored items that alerts depend on. */
export type AlertItems = ReturnType<typeof cacheAlertItems> &
  MarketSettings & {
    backgroundUpdates: Cached<BackgroundUpdates>;
    watchlist: Cached<FeedId[]>;
    groups: Cached<Group[]>;
    currencyFeeds: Cached<CurrencyFeeds>;
  };
