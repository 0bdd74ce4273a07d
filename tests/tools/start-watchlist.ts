import { z } from '../../lib/zod.ts';
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

const catalogueSchema = z.array(
  z.object({ id: z.string(), attributes: z.record(z.string(), z.string()) }),
);

/** The stored watchlist for a local service: its first feeds if it replays, otherwise a mixture. */
export async function startWatchlist(
  service: PriceService,
  isReplay: boolean,
): Promise<{ watchlist: string[] }> {
  const response = await fetch(`${service.url}/v2/price_feeds`);
  const feeds = catalogueSchema.parse(await response.json());
  const chosen = isReplay
    ? feeds
    : SYMBOLS.flatMap((symbol) =>
        feeds.filter(({ attributes }) => attributes['display_symbol'] === symbol),
      );
  return { watchlist: chosen.slice(0, LENGTH).map(({ id }) => id) };
}
