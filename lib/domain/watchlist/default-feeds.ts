import type { Feed } from './catalog.ts';

/**
 * The initial watchlist, copied from the catalog so that names and market hours are known before
 * the first request.
 */
export const DEFAULT_FEEDS: readonly Feed[] = [
  {
    id: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
    attributes: {
      asset_type: 'Crypto',
      base: 'BTC',
      description: 'BITCOIN / US DOLLAR',
      display_symbol: 'BTC/USD',
      quote_currency: 'USD',
      schedule: 'America/New_York;O,O,O,O,O,O,O;',
      symbol: 'Crypto.BTC/USD',
    },
  },
  {
    id: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
    attributes: {
      asset_type: 'Crypto',
      base: 'ETH',
      description: 'ETHEREUM / US DOLLAR',
      display_symbol: 'ETH/USD',
      quote_currency: 'USD',
      schedule: 'America/New_York;O,O,O,O,O,O,O;',
      symbol: 'Crypto.ETH/USD',
    },
  },
  {
    id: 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b',
    attributes: {
      asset_type: 'FX',
      base: 'EUR',
      description: 'EURO / US DOLLAR',
      display_symbol: 'EUR/USD',
      quote_currency: 'USD',
      schedule: 'America/New_York;O,O,O,O,0000-1700,C,1700-2400;1224/0000-1700,1231/0000-1700',
      symbol: 'FX.EUR/USD',
    },
  },
  {
    id: '765d2ba906dbc32ca17cc11f5310a89e9ee1f6420508c63861f2f8ba4ee34bb2',
    attributes: {
      asset_type: 'Metal',
      base: 'XAU',
      description: 'GOLD / US DOLLAR',
      display_symbol: 'XAU/USD',
      quote_currency: 'USD',
      schedule:
        'America/New_York;0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700,C,1800-2400;0119/0000-1430&1800-2400,0216/0000-1430&1800-2400,0402/0000-1700,0403/C,0525/0000-1430&1800-2400,0619/0000-1300,0703/0000-1300,0907/0000-1430&1800-2400,1126/0000-1430&1800-2400,1127/0000-1445,1224/0000-1345,1225/C,1231/0000-1700,0101/C',
      symbol: 'Metal.XAU/USD',
    },
  },
  {
    id: '241b9a5ce1c3e4bfc68e377158328628f1b478afaa796c4b1760bd3713c2d2d2',
    attributes: {
      asset_type: 'Equity',
      base: 'AAPL',
      country: 'US',
      description: 'APPLE INC / US DOLLAR',
      display_symbol: 'AAPL/USD',
      quote_currency: 'USD',
      schedule:
        'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;0101/C,0119/C,0216/C,0403/C,0525/C,0619/C,0703/C,0907/C,1126/C,1127/0930-1300,1224/0930-1300,1225/C',
      symbol: 'Equity.US.AAPL/USD',
    },
  },
];
