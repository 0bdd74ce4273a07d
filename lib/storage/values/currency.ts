import type { FeedId } from '../../base/units.ts';
import {
  chosenFeedsSchema,
  currencyFeedsSchema,
  displayCurrencySchema,
  neededFeeds,
} from '../../domain/currency/currency-feed.ts';
import { stored } from '../stored.ts';
import { watchlist } from './watchlist.ts';

/** `null`: each price as quoted. */
export const displayCurrency = stored('local:displayCurrency', {
  schema: displayCurrencySchema,
  fallback: null,
  uses: ['firstPaint', 'options', 'backup'],
  title: 'currency.title',
});

/**
 * The user's choice on networks without built-in currency feeds. Not in backups: a file must not
 * decide conversions.
 */
export const chosenCurrencyFeeds = stored('local:chosenCurrencyFeeds', {
  schema: chosenFeedsSchema,
  fallback: {},
});

/** By currency. Stored by the worker. */
export const currencyFeeds = stored('local:currencyFeeds', {
  schema: currencyFeedsSchema,
  // Version 1 took them from the catalog. The worker chooses them again.
  migrations: [() => ({})],
  fallback: {},
  uses: ['firstPaint', 'options'],
});

export async function neededFeedIds(): Promise<FeedId[]> {
  return neededFeeds(...(await Promise.all([watchlist.getValue(), currencyFeeds.getValue()])));
}
