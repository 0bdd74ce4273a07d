import { attribute } from '../prices/attributes.ts';
import type { Feed } from '../storage/catalogue.ts';

/** Symbols of popular feeds, a few of each asset type, in the order in which they are suggested. */
const SYMBOLS = [
  'Crypto.BTC/USD',
  'Crypto.ETH/USD',
  'Crypto.SOL/USD',
  'Crypto.XRP/USD',
  'Crypto.BNB/USD',
  'Equity.US.AAPL/USD',
  'Equity.US.NVDA/USD',
  'Equity.US.MSFT/USD',
  'Equity.US.TSLA/USD',
  'Equity.US.SPY/USD',
  'FX.EUR/USD',
  'FX.GBP/USD',
  'FX.USD/JPY',
  'FX.USD/CHF',
  'Metal.XAU/USD',
  'Metal.XAG/USD',
  'Commodities.USOILSPOT',
  'Commodities.UKOILSPOT',
  'Rates.US10Y',
] as const;

/** The popular feeds that a price service offers. Found by symbol: ids differ between services. */
export function suggestedFeeds(feeds: readonly Feed[]): Feed[] {
  const bySymbol = new Map(feeds.map((feed) => [attribute(feed.attributes, 'symbol'), feed]));
  return SYMBOLS.flatMap((symbol) => bySymbol.get(symbol) ?? []);
}
