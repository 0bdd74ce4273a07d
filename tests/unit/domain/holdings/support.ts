import type { FeedFacts } from '@/lib/domain/holdings/ingredients.ts';
import { positionOf, type Position } from '@/lib/domain/holdings/position.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import { storedPrice } from './stored-price.ts';

export const ATTRIBUTES: Record<string, Record<string, string>> = {
  btc: { asset_type: 'Crypto', base: 'BTC', quote_currency: 'USD' },
  eur: { asset_type: 'FX', base: 'EUR', quote_currency: 'USD' },
  jpy: { asset_type: 'FX', base: 'USD', quote_currency: 'JPY' },
  toyota: { asset_type: 'Equity', base: '7203', quote_currency: 'JPY' },
  sofr: { asset_type: 'Rates', base: 'SOFR', quote_currency: '%' },
  wheat: { asset_type: 'Commodities', base: 'RSV6', quote_currency: 'USc' },
  shell: { asset_type: 'Equity', base: 'SHEL', quote_currency: 'GBP' },
};

export const RATES = {
  EUR: { id: 'eur', isInverse: false },
  JPY: { id: 'jpy', isInverse: true },
};

export const GOOD: FeedFacts = { isClosed: false, isStale: false, isProven: true };

/** BTC 60,000 ± 30; EUR/USD 1.2 ± 0.0001; USD/JPY 150 ± 0.01; Toyota 3,000 ± 1 yen. */
export function facts(changes: Record<string, Partial<FeedFacts>> = {}): Map<string, FeedFacts> {
  const prices = {
    btc: storedPrice('6000000', '3000', -2, 1_000),
    eur: storedPrice('120000', '10', -5, 990),
    jpy: storedPrice('150000', '10', -3, 995),
    toyota: storedPrice('3000', '1', 0, 700),
    sofr: storedPrice('436', '1', -2, 600),
    wheat: storedPrice('1432', '2', -2, 600),
    shell: storedPrice('25', '1', 0, 600),
  };
  const all = Object.entries(prices);
  return new Map(all.map(([id, price]) => [id, { ...GOOD, price, ...changes[id] }]));
}

export function position(feedId: string, quantity: string, cost: Holding['cost'] = null): Position {
  const made = positionOf(feedId, { quantity, cost }, ATTRIBUTES[feedId]);
  if (!made) throw new TypeError('not a holding');
  return made;
}
