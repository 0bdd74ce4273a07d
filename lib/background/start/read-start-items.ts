import { alertMarks } from '../../storage/values/alert-marks.ts';
import { durableAlertStates } from '../../storage/values/alert-states.ts';
import { alertRules, alertSettings, firings } from '../../storage/values/alerts.ts';
import { badgeView } from '../../storage/values/badge.ts';
import { catalogueStatus, followedFeeds } from '../../storage/values/catalogue.ts';
import { currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import { storedService } from '../../storage/values/connection.ts';
import { references } from '../../storage/values/history.ts';
import { amountsHidden, holdings } from '../../storage/values/holdings.ts';
import { lastKnownPrices } from '../../storage/values/prices.ts';
import { readAhead } from '../../storage/read-ahead.ts';
import {
  appearance,
  backgroundUpdates,
  priceServices,
  signatures,
  staleLimitSeconds,
  trustSettings,
} from '../../storage/values/settings.ts';
import { groups, listView, rowNames } from '../../storage/values/view.ts';
import { badgeFeedId, watchlist } from '../../storage/values/watchlist.ts';

// Not the catalog and the journal, which are large, nor what is only read under a lock.
const LOCAL_ITEMS = [
  alertMarks,
  alertRules,
  alertSettings,
  amountsHidden,
  appearance,
  backgroundUpdates,
  badgeFeedId,
  badgeView,
  catalogueStatus,
  currencyFeeds,
  displayCurrency,
  durableAlertStates,
  firings,
  followedFeeds,
  groups,
  holdings,
  lastKnownPrices,
  listView,
  priceServices,
  ...Object.values(references),
  rowNames,
  signatures,
  staleLimitSeconds,
  storedService,
  trustSettings,
  watchlist,
];

/** Reads what every start of the worker needs, in one step per storage area. */
export function readStartItems(): void {
  readAhead(
    'local',
    LOCAL_ITEMS.map(({ key }) => key),
  );
  // All: the keys of the prices are known only once the watchlist is read.
  readAhead('session', null);
}
