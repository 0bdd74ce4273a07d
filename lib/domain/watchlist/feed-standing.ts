import { popularSymbols } from './starter-sets.ts';

// By turnover of the foreign exchange market. What is quoted in others is rarely what users look for.
const QUOTES = ['USD', 'EUR', 'JPY', 'GBP', 'CNH', 'AUD', 'CAD', 'CHF'];

const POPULAR = new Map(popularSymbols().map((symbol, place) => [symbol, place]));

/**
 * Orders feeds that match a search equally well: popular ones, then by the market of their quote,
 * which stands for liquidity. @param symbol the service's
 */
export function standingOf(symbol: string, quote: string): number {
  const place = QUOTES.indexOf(quote.toUpperCase());
  return POPULAR.get(symbol) ?? POPULAR.size + (place < 0 ? QUOTES.length : place);
}
