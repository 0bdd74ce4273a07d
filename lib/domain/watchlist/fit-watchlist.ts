import type { FeedId } from '../../base/units.ts';
import { MAX_WATCHLIST } from '../../base/limits.ts';

/** The feeds, each once, without those for which there is no space. */
export function fitWatchlist(ids: FeedId[]): FeedId[] {
  return [...new Set(ids)].slice(0, MAX_WATCHLIST);
}
