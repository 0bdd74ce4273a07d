import { keep, type Kept } from '../../background/kept.ts';
import type { MarketSettings } from '../../background/market-facts.ts';
import { alertRules, alertSettings, firings } from '../../storage/alerts.ts';
import type { BackgroundUpdates } from '../../storage/settings.ts';
import { rowNames } from '../../storage/view.ts';

/** Reads the alert items and keeps them up to date. @param onChange called when one changes */
export function keepAlertItems(onChange: () => void) {
  return {
    alertRules: keep(alertRules, onChange),
    alertSettings: keep(alertSettings, onChange),
    firings: keep(firings, onChange),
    rowNames: keep(rowNames, onChange),
  };
}

/** The stored items that alerts depend on. */
export type AlertItems = ReturnType<typeof keepAlertItems> &
  MarketSettings & { backgroundUpdates: Kept<BackgroundUpdates> };
