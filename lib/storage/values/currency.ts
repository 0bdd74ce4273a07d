import { FEED_ID, type FeedId } from '../../base/units.ts';
import { hasShape, isMapOf, isNullOr, isTextLike, isTrueOrFalse } from '../guards.ts';
import { CURRENCY } from '../../base/limits.ts';
import type { CurrencyFeed, CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import { defineStoredItem } from '../stored-item.ts';
import type { Group } from '../../domain/watchlist/view.ts';
import { watchlist } from './watchlist.ts';

/** The currency that prices are shown in, see `lib/currency`; `null`: each as it is quoted. */
export const displayCurrency = defineStoredItem<string | null>('local:displayCurrency', {
  looksRight: isNullOr(isTextLike(CURRENCY)),
  schema: (schemas) => schemas.displayCurrency,
  fallback: null,
});

/**
 * The currency that the prices of a group are shown in; `null`: each as it is quoted.
 *
 * @param group `null`: the whole watchlist
 * @param ofList the display currency
 */
export function currencyOfGroup(group: Group | null, ofList: string | null): string | null {
  return group?.currency === undefined ? ofList : group.currency;
}

/** The feeds that prices are converted with now, by currency. The worker finds them. */
export const currencyFeeds = defineStoredItem<CurrencyFeeds>('local:currencyFeeds', {
  looksRight: isMapOf(
    isNullOr(hasShape<CurrencyFeed>({ id: isTextLike(FEED_ID), isInverse: isTrueOrFalse })),
  ),
  schema: (schemas) => schemas.currencyFeeds,
  fallback: {},
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
