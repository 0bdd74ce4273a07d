// Feeds of the local service whose markets are always open, or nearly always.
export const BTC_USD = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH_USD = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
export const EUR_USD = 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b';
export const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d';

/** The names of the rows, by feed id. */
export const ROW_NAMES: Readonly<Record<string, string>> = {
  [BTC_USD]: 'BTC/USD',
  [ETH_USD]: 'ETH/USD',
  [EUR_USD]: 'EUR/USD',
  [SOL_USD]: 'SOL/USD',
};

/** Whether the row of this name is of a feed whose market never closes. */
export function isAlwaysOpen(name: string): boolean {
  return ['BTC/USD', 'ETH/USD', 'SOL/USD'].includes(name);
}
