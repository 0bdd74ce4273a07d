import { leanStream, polling } from '../../storage/connection.ts';
import { missingFeeds } from '../../storage/prices.ts';
import { suppliedFeeds } from '../../storage/supplied-feeds.ts';
import { suspectedFeeds } from '../../storage/suspected-feeds.ts';

/** Session items without anything that was found out about one service: nothing of it holds for another. */
export function verdictItems(): Record<string, unknown> {
  return {
    ...missingFeeds.entry({}),
    ...suppliedFeeds.entry(suppliedFeeds.fallback),
    ...suspectedFeeds.entry(suspectedFeeds.fallback),
    ...polling.entry({ ...polling.fallback, missingCheckedAt: Date.now() }),
    ...leanStream.entry(leanStream.fallback),
  };
}
