import { FIRST_DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';

/** Feed ids as the public service has them. */
export const BTC_USD = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH_USD = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';

/** The watchlist of a connected scene. */
export const LISTED_SYMBOLS = ['BTC/USD', 'ETH/USD', 'EUR/USD', 'XAU/USD', 'AAPL/USD'];
export const LISTED = FIRST_DEFAULT_FEEDS.map(({ id }) => id);

/** What a first install follows. */
export const DEFAULT_SYMBOLS =
  'BTC/USD ETH/USD SOL/USD EUR/USD USD/JPY XAU/USD AAPL/USD NVDA/USD US10Y BONK/USD'.split(' ');
