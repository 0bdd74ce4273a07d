import type { FeedId } from '../../base/units.ts';
import {
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

/** The feeds that prices are converted with now, by currency. The worker finds them. */
export const currencyFeeds = stored('local:currencyFeeds', {
  schema: currencyFeedsSchema,
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
