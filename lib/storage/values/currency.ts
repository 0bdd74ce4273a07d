import type { FeedId } from '../../base/units.ts';
import {
  chosenFeedsSchema,
  currencyFeedsSchema,
  displayCurrencySchema,
  type CurrencyFeeds,
} from '../../domain/currency/currency-feed.ts';
import { stored } from '../stored.ts';
import { watchlist } from './watchlist.ts';

/** The currency that prices are shown in, see `lib/currency`; `null`: each as it is quoted. */
export const displayCurrency = stored('local:displayCurrency', {
  schema: displayCurrencySchema,
  fallback: null,
  uses: ['firstPaint', 'workerStart', 'backup'],
});

/**
 * The feeds that the user chose for currencies, on networks of which the code names none. Not in
 * backups: a file must not decide what a figure is converted with.
 */
export const chosenCurrencyFeeds = stored('local:chosenCurrencyFeeds', {
  schema: chosenFeedsSchema,
  fallback: {},
});

/** The feeds that prices are converted with now, by currency. The worker stores them. */
export const currencyFeeds = stored('local:currencyFeeds', {
  schema: currencyFeedsSchema,
  // Version 1 found them in the feed list. The worker names them again.
  migrations: [() => ({})],
  fallback: {},
  uses: ['firstPaint', 'workerStart'],
});

/** The feeds whose prices are needed: the watchlist's, then those that convert them. */
export async function neededFeedIds(): Promise<FeedId[]> {
  const [listed, feeds] = await Promise.all([watchlist.getValue(), currencyFeeds.getValue()]);
  // Without a watchlist there is nothing to convert.
  return listed.length === 0 ? [] : [...new Set([...listed, ...currencyFeedIds(feeds)])];
}

export function currencyFeedIds(feeds: CurrencyFeeds): FeedId[] {
  return Object.values(feeds).flatMap((feed) => feed?.id ?? []);
}
