import { itemsOf } from './items-of.ts';
import type { StoredItem } from './stored.ts';
import * as alertMarks from './values/alert-marks.ts';
import * as badge from './values/badge.ts';
import * as candles from './values/candles.ts';
import * as catalog from './values/catalog.ts';
import * as clock from './values/clock.ts';
import * as connection from './values/connection.ts';
import * as currency from './values/currency.ts';
import * as history from './values/history.ts';
import * as holdings from './values/holdings.ts';
import * as news from './values/news.ts';
import * as prices from './values/prices.ts';
import * as samples from './values/samples.ts';
import * as settings from './values/settings.ts';
import * as view from './values/view.ts';
import * as watchlist from './values/watchlist.ts';

/**
 * Items of the popup's first render, apart from the others so that the popup loads neither alerts
 * nor the journal.
 */
export const POPUP_TABLE: readonly StoredItem<unknown>[] = itemsOf([
  alertMarks,
  badge,
  candles,
  catalog,
  clock,
  connection,
  currency,
  history,
  holdings,
  news,
  prices,
  samples,
  settings,
  view,
  watchlist,
]);
