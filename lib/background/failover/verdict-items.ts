import { leanStream, polling } from '../../storage/values/connection.ts';
import { missingFeeds } from '../../storage/values/prices.ts';
import { suppliedFeeds } from '../../storage/values/supplied-feeds.ts';
import { suspectedFeeds } from '../../storage/values/suspected-feeds.ts';

/** Session items that clear all verdicts about one service. */
export function verdictItems(): Record<string, unknown> {
  return {
    ...missingFeeds.entry({}),
    ...suppliedFeeds.entry(suppliedFeeds.fallback),
    ...suspectedFeeds.entry(suspectedFeeds.fallback),
    ...polling.entry({ ...polling.fallback, missingCheckedAt: Date.now() }),
    ...leanStream.entry(leanStream.fallback),
  };
}
