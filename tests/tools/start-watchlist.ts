import { z } from '../../lib/base/zod.ts';
import type { PriceService } from '../price-service/server.ts';

const LENGTH = 10;

// One of each kind of market and of each size of price.
const SYMBOLS = [
  'BTC/USD',
  'ETH/USD',
  'SOL/USD',
  'EUR/USD',
  'USD/JPY',
  'XAU/USD',
  'AAPL/USD',
  'NVDA/USD',
  'US10Y',
  'BONK/USD',
];

const catalogSchema = z.array(
  z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) }),
);

/** The stored watchlist for a local service: a mixture. */
export async function startWatchlist({
  url,
}: Pick<PriceService, 'url'>): Promise<{ watchlist: string[] }> {
  const feeds = await readCatalog(url);
  const chosen = SYMBOLS.flatMap((symbol) =>
    feeds.filter(({ attributes }) => attributes['display_symbol'] === symbol),
  );
  return { watchlist: chosen.slice(0, LENGTH).map(({ id }) => id) };
}

async function readCatalog(url: string): Promise<z.infer<typeof catalogSchema>> {
  const response = await fetch(`${url}/v2/price_feeds`);
  return catalogSchema.parse(await response.json());
}
