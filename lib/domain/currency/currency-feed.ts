import type { FeedId } from '../../base/units.ts';
import { feedIdSchema, z } from '../../base/zod.ts';
import { CURRENCY } from '../../base/limits.ts';

export const displayCurrencySchema = z.nullable(z.string().check(z.regex(CURRENCY)));

const currencyFeedSchema = z.object({
  id: feedIdSchema,
  isInverse: z.boolean(),
});
export type CurrencyFeed = z.infer<typeof currencyFeedSchema>;

export const chosenFeedsSchema = z.record(z.string(), currencyFeedSchema);

/** `null`: no known feed. */
export const currencyFeedsSchema = z.record(z.string(), z.nullable(currencyFeedSchema));
export type CurrencyFeeds = z.infer<typeof currencyFeedsSchema>;

/** The watchlist's feeds, then those that convert them. */
export function neededFeeds(watchlist: readonly FeedId[], feeds: CurrencyFeeds): FeedId[] {
  if (watchlist.length === 0) return [];
  return [...new Set([...watchlist, ...currencyFeedIds(feeds)])];
}

export function currencyFeedIds(feeds: CurrencyFeeds): FeedId[] {
  return Object.values(feeds).flatMap((feed) => feed?.id ?? []);
}
