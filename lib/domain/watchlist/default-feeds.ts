import type { Feed } from './catalog.ts';
import { STARTER_SETS, starterFeeds } from './starter-sets.ts';

const SYMBOLS =
  'BTC/USD ETH/USD SOL/USD EUR/USD USD/JPY XAU/USD AAPL/USD NVDA/USD US10Y BONK/USD'.split(' ');

/** The initial watchlist, known before the first request. */
export const DEFAULT_FEEDS: readonly Feed[] = pick(SYMBOLS);

/** The initial watchlist of version 0.2.0, which was not stored until the user changed it. */
export const FIRST_DEFAULT_FEEDS = pick(['BTC/USD', 'ETH/USD', 'EUR/USD', 'XAU/USD', 'AAPL/USD']);

function pick(symbols: readonly string[]): readonly Feed[] {
  const feeds = STARTER_SETS.flatMap(starterFeeds);
  return symbols.flatMap((symbol) =>
    feeds.filter(({ attributes }) => attributes['display_symbol'] === symbol),
  );
}
