import { isMap } from '../base/is-map.ts';
import type { ReadableItem, Use } from './stored.ts';
import * as alertMarks from './values/alert-marks.ts';
import * as alertReach from './values/alert-reach.ts';
import * as alertStates from './values/alert-states.ts';
import * as alerts from './values/alerts.ts';
import * as badge from './values/badge.ts';
import * as catalogue from './values/catalogue.ts';
import * as clock from './values/clock.ts';
import * as connection from './values/connection.ts';
import * as currency from './values/currency.ts';
import * as deletedAlerts from './values/deleted-alerts.ts';
import * as diagnostics from './values/diagnostics.ts';
import * as failover from './values/failover.ts';
import * as history from './values/history.ts';
import * as holdings from './values/holdings.ts';
import * as lastResponses from './values/last-responses.ts';
import * as news from './values/news.ts';
import * as prices from './values/prices.ts';
import * as receipts from './values/receipts.ts';
import * as settings from './values/settings.ts';
import * as suppliedFeeds from './values/supplied-feeds.ts';
import * as suspectedFeeds from './values/suspected-feeds.ts';
import * as view from './values/view.ts';
import * as watchlist from './values/watchlist.ts';
import * as welcome from './values/welcome.ts';

const SUBJECTS: readonly object[] = [
  alertMarks,
  alertReach,
  alertStates,
  alerts,
  badge,
  catalogue,
  clock,
  connection,
  currency,
  deletedAlerts,
  diagnostics,
  failover,
  history,
  holdings,
  lastResponses,
  news,
  prices,
  receipts,
  settings,
  suppliedFeeds,
  suspectedFeeds,
  view,
  watchlist,
  welcome,
];

/** Every stored value with a key of its own. Those by feed are in `storedByFeed`. */
export const TABLE: readonly ReadableItem<unknown>[] = SUBJECTS.flatMap(itemsOf);

/** The stored values that are declared for this use. */
export function itemsFor(use: Use): ReadableItem<unknown>[] {
  return TABLE.filter(({ uses }) => uses.includes(use));
}

/** The items among the exports of a module, and in its maps of items. */
function itemsOf(exported: object): ReadableItem<unknown>[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (isItem(value)) return [value];
    return isMap(value) ? Object.values(value).filter(isItem) : [];
  });
}

function isItem(value: unknown): value is ReadableItem<unknown> {
  return isMap(value) && 'parse' in value && 'uses' in value;
}
