import { cache, type Cached } from '../../background/cached.ts';
import type { MarketSettings } from '../../background/market-facts.ts';
import { alertRules, alertSettings, firings } from '../../storage/alerts.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { rowNames } from '../../storage/view.ts';

/** Reads the alert items and keeps them up to date. @param onChange called when one changes */
export function cacheAlertItems(onChange: () => void) {
  return {
    alertRules: cache(alertRules, onChange),
    alertSettings: cache(alertSettings, onChange),
    firings: cache(firings, onChange),
    rowNames: cache(rowNames, onChange),
  };
}

/** The stored items that alerts depend on. */
export type AlertItems = ReturnType<typeof cacheAlertItems> &
  MarketSettings & { backgroundUpdates: Cached<BackgroundUpdates> };
