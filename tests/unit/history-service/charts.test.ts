import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { describe, expect, it } from 'vitest';
import {
  openShareOf,
  planChart,
  planSparkline,
  missingRange,
} from '@/lib/domain/history/chart-plan.ts';
import { mergeCandles } from '@/lib/domain/history/merge-candles.ts';
import { CHART_PERIODS } from '@/lib/domain/history/periods.ts';
import { closuresOf } from '@/lib/domain/history/place-in-time.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { Dialect } from '../../history-service/server.ts';
import { buildCatalog } from '../../price-service/catalog.ts';
import { clientOf, startService } from './support.ts';

// Tuesday, 2026-11-24, 11:00 in New York.
const NOW = Date.UTC(2026, 10, 24, 16) / 1000;
const CATALOG = buildCatalog(0);

/** Requests a chart as a page would: a second time if the first response is not enough. */
async function chartOf(
  symbol: string,
  period: CandlePeriod | 'sparkline',
  dialect: Partial<Dialect> = {},
) {
  const service = await startService({ dialect, now: () => NOW * 1000 });
  const client = clientOf(service);
  const attributes = CATALOG.find((feed) => feed.attributes['symbol'] === symbol)?.attributes;
  const openShare = openShareOf(parseSchedule(attributes));
  const options = {
    now: NOW,
    resolutions: await client.getResolutions(),
    openShare,
  };
  const planned = period === 'sparkline' ? planSparkline(options) : planChart(period, options);
  if (!planned) throw new Error('no plan');
  // Candles of 50 years take the local service long.
  const plan = { ...planned, from: Math.max(planned.from, Date.UTC(2025, 3, 1) / 1000) };
  const first = await client.getCandles({ symbol, ...plan });
  const range = missingRange(plan, first, closuresOf(attributes));
  const second = range && (await client.getCandles({ symbol, ...plan, ...range }));
  const series = second ? mergeCandles(first, second) : first;
  const requests = service.requests.filter(({ path }) => path === '/history');
  return { candles: series.candles, requests: requests.length };
}

// A market without a pause, and one with the longest.
describe.each(['Crypto.BTC/USD', 'Equity.US.AAPL/USD'])('%s', (symbol) => {
  it.each<CandlePeriod>([...CHART_PERIODS, 'all'])('%s has 150 candles or more', async (period) => {
    const { candles, requests } = await chartOf(symbol, period);
    // Two and a half hours of a stock's minutes begin before its session.
    const isShort = symbol.startsWith('Equity') && period === '1h';
    expect(candles.length).toBeGreaterThanOrEqual(isShort ? 90 : 150);
    expect(requests).toBe(1);
  });

  it('a sparkline has 48 candles or more', async () => {
    const { candles, requests } = await chartOf(symbol, 'sparkline');
    expect(candles.length).toBeGreaterThanOrEqual(48);
    expect(requests).toBe(1);
  });
});

it('a service that sends 200 bars at most needs two requests', async () => {
  const whole = await chartOf('Crypto.BTC/USD', '7d');
  const cut = await chartOf('Crypto.BTC/USD', '7d', { maxBars: 200 });
  expect(cut.requests).toBe(2);
  expect(cut.candles).toEqual(whole.candles);
});
