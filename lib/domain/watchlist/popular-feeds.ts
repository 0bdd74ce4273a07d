import { attribute } from '../prices/attributes.ts';
import type { Feed } from './catalog.ts';
import { STARTER_SETS, starterFeeds } from './starter-sets.ts';

// Popular feeds without a starter set.
const OTHER_SYMBOLS = ['Equity.US.SPY/USD', 'Commodities.USOILSPOT', 'Commodities.UKOILSPOT'];

// Kept small, so that every asset type is near the top.
const SUGGESTED_OF_SET = 4;

/** Symbols of the starter sets' feeds, as the public service names them. */
export function popularSymbols(): string[] {
  return STARTER_SETS.flatMap((set) => starterFeeds(set).map(symbolOf));
}

/**
 * The first feeds of each starter set and a few more. They are found by symbol, because ids differ
 * between services.
 */
export function suggestedFeeds(feeds: readonly Feed[]): Feed[] {
  const bySymbol = new Map(feeds.map((feed) => [attribute(feed.attributes, 'symbol'), feed]));
  const symbols = STARTER_SETS.flatMap((set) =>
    starterFeeds(set).slice(0, SUGGESTED_OF_SET).map(symbolOf),
  );
  return [...symbols, ...OTHER_SYMBOLS].flatMap((symbol) => bySymbol.get(symbol) ?? []);
}

function symbolOf({ attributes }: Feed): string {
  return attribute(attributes, 'symbol') ?? '';
}
