import type { Feed } from './catalog.ts';

/** In display order. */
export const STARTER_SETS = ['crypto', 'currencies', 'usTech', 'metals', 'rates'] as const;
export type StarterSet = (typeof STARTER_SETS)[number];

type Row = readonly [id: string, code: string, name: string];

// Ids and symbols match the catalog, which may not be loaded yet.
const ROWS: Record<StarterSet, readonly Row[]> = {
  crypto: [
    ['e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43', 'BTC', 'Bitcoin'],
    ['ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace', 'ETH', 'Ethereum'],
    ['ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d', 'SOL', 'Solana'],
    ['ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8', 'XRP', 'XRP'],
    ['2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f', 'BNB', 'BNB'],
    ['dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c', 'DOGE', 'Dogecoin'],
    ['72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419', 'BONK', 'Bonk'],
  ],
  currencies: [
    ['a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b', 'EUR', 'Euro'],
    ['84c2dde9633d93d1bcad84e7dc41c9d56578b7ec52fabedc1f335d673df0a7c1', 'GBP', 'British pound'],
    ['ef2c98c804ba503c6a707e38be4dfbb16683775f195b091252bf24693042fd52', 'JPY', 'Japanese yen'],
    ['0b1e3297e69f162877b577b0d6a47a0d63b2392bc8499e6540da4187a63e28f8', 'CHF', 'Swiss franc'],
    [
      '67a6f93030420c1c9e3fe37c1ab6b77966af82f995944a9fefce357a22854a80',
      'AUD',
      'Australian dollar',
    ],
    ['3112b03a41c910ed446852aacf67118cb1bec67b2cd0b9a214c58cc0eaa2ecca', 'CAD', 'Canadian dollar'],
  ],
  metals: [
    ['765d2ba906dbc32ca17cc11f5310a89e9ee1f6420508c63861f2f8ba4ee34bb2', 'XAU', 'Gold'],
    ['f2fb02c32b055c805e7238d628e5e9dadef274376114eb1f012337cabe93871e', 'XAG', 'Silver'],
    ['398e4bbc7cbf89d6648c21e08019d878967677753b3096799595c78f805a34e5', 'XPT', 'Platinum'],
    ['80367e9664197f37d89a07a804dffd2101c479c7c4e8490501bc9d9e1e7f9021', 'XPD', 'Palladium'],
  ],
  usTech: [
    ['241b9a5ce1c3e4bfc68e377158328628f1b478afaa796c4b1760bd3713c2d2d2', 'AAPL', 'Apple'],
    ['8f98f8267ddddeeb61b4fd11f21dc0c2842c417622b4d685243fa73b5830131f', 'MSFT', 'Microsoft'],
    ['c949a96fd1626e82abc5e1496e6e8d44683ac8ac288015ee90bf37257e3e6bf6', 'NVDA', 'Nvidia'],
    ['07d24bb76843496a45bce0add8b51555f2ea02098cb04f4c6d61f7b5720836b4', 'GOOGL', 'Alphabet A'],
    ['4ec1330b56eca05037c6b5a51d05f73db79bf3b4d29899881acd27966af184b4', 'AMZN', 'Amazon'],
    ['783a457c2fe5642c96a66ba9a2fe61f511e9a0b539e0ed2a443321978e4d65a1', 'META', 'Meta'],
    ['713631e41c06db404e6a5d029f3eebfd5b885c59dce4a19f337c024e26584e26', 'TSLA', 'Tesla'],
  ],
  rates: [
    ['7d01ec0cb9d38918cd497f97b24cb6cea5552993f5da05863886e6a2d33ee0aa', 'US2Y', '2-year Treasury'],
    ['7d220b081152db0d74a93d3ce383c61d0ec5250c6dd2b2cdb2d1e4b8919e1a6e', 'US5Y', '5-year Treasury'],
    [
      '9c196541230ba421baa2a499214564312a46bb47fb6b61ef63db2f70d3ce34c1',
      'US10Y',
      '10-year Treasury',
    ],
    [
      '424c69939fc52a459f6dde758d80f74a3628c0e9b48bfc142df1270c9b9131be',
      'US30Y',
      '30-year Treasury',
    ],
  ],
};

/** Currencies quoted per dollar. */
const DOLLAR_FIRST: readonly string[] = ['JPY', 'CHF', 'CAD'];

const STOCK_HOURS =
  'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;0101/C,0119/C,0216/C,0403/C,0525/C,0619/C,0703/C,0907/C,1126/C,1127/0930-1300,1224/0930-1300,1225/C';

/** Asset type, prefix of the service's symbol, and market hours. */
const KINDS: Record<StarterSet, readonly [type: string, prefix: string, schedule: string]> = {
  crypto: ['Crypto', 'Crypto.', 'America/New_York;O,O,O,O,O,O,O;'],
  currencies: [
    'FX',
    'FX.',
    'America/New_York;O,O,O,O,0000-1700,C,1700-2400;1224/0000-1700,1231/0000-1700',
  ],
  metals: [
    'Metal',
    'Metal.',
    'America/New_York;0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700&1800-2400,0000-1700,C,1800-2400;0119/0000-1430&1800-2400,0216/0000-1430&1800-2400,0402/0000-1700,0403/C,0525/0000-1430&1800-2400,0619/0000-1300,0703/0000-1300,0907/0000-1430&1800-2400,1126/0000-1430&1800-2400,1127/0000-1445,1224/0000-1345,1225/C,1231/0000-1700,0101/C',
  ],
  usTech: ['Equity', 'Equity.US.', STOCK_HOURS],
  rates: ['Rates', 'Rates.', STOCK_HOURS],
};

/** Market hours of the feeds that convert currencies. */
export const CURRENCY_HOURS = KINDS.currencies[2];

export function starterFeeds(set: StarterSet): Feed[] {
  return ROWS[set].map((row) => ({ id: row[0], attributes: attributesOf(set, row) }));
}

function attributesOf(set: StarterSet, row: Row): Record<string, string> {
  const [type, , schedule] = KINDS[set];
  return { asset_type: type, ...pairOf(set, row), symbol: symbolOf(set, row), schedule };
}

/** The service's symbol of a feed. */
function symbolOf(set: StarterSet, row: Row): string {
  return KINDS[set][1] + pairOf(set, row).display_symbol;
}

/** All feeds except yields are priced in dollars. */
function pairOf(set: StarterSet, [, code, name]: Row) {
  if (set === 'rates') {
    return { base: code, description: name, display_symbol: code, quote_currency: '%' };
  }
  const isDollarFirst = DOLLAR_FIRST.includes(code);
  const [base, quote] = isDollarFirst ? ['USD', code] : [code, 'USD'];
  return {
    base,
    description: isDollarFirst ? `US dollar / ${name}` : `${name} / US dollar`,
    display_symbol: `${base}/${quote}`,
    quote_currency: quote,
  };
}
