import { describe, expect, it } from 'vitest';
import { updateCandles } from '@/lib/background/candles/update-candles.ts';
import { wantedCandles } from '@/lib/background/candles/wanted-candles.ts';
import { planChart, planRehearsal } from '@/lib/domain/history/chart-plan.ts';
import type { CandleQuery } from '@/lib/history-service/index.ts';
import { BTC } from '../feeds.ts';
import { memoryCandles } from './memory-candles.ts';

const NOW = 1_795_219_200;
const HOUR = 3_600;
const MINUTES = 31 * 1_440;

/** A service with a bar for every minute, which sends the newest `most` of a range. */
function minuteBars(asked: CandleQuery[], most = Infinity) {
  return async (query: CandleQuery) => {
    asked.push(query);
    const candles = [];
    for (let start = Math.ceil(query.from / 60) * 60; start <= query.to; start += 60) {
      candles.push({ start, open: 1n, high: 2n, low: 1n, close: 1n, isFinal: start < query.to });
    }
    return {
      expo: 0,
      candles: candles.slice(-most),
      dropped: 0,
      nextTime: null,
      askedFrom: query.from,
    };
  };
}

function update(now: number, store: ReturnType<typeof memoryCandles>, asked: CandleQuery[]) {
  const plan = planRehearsal({ now, resolutions: ['60', '1', '1D'] });
  if (!plan) throw new Error('There are resolutions.');
  const task = { id: BTC, symbol: 'BTC', plan, wasClosed: () => false };
  return updateCandles(task, store, minuteBars(asked));
}

describe('candles of a rehearsal', () => {
  it('are all of 31 days, in requests of at most 20,000, apart from those of charts', async () => {
    const store = memoryCandles();
    const asked: CandleQuery[] = [];
    const known = await update(NOW + 59, store, asked);
    const starts = known.candles.map(({ start }) => start);
    expect(starts).toEqual(Array.from(starts, (_, index) => NOW - (MINUTES - index) * 60));
    expect(starts).toHaveLength(MINUTES + 1);
    expect(known.from).toBe(NOW - MINUTES * 60);
    expect(asked.map(({ from, to }) => Math.floor((to - from) / 60) + 1)).toEqual([
      20_000, 20_001, 4_640,
    ]);
    expect(store.keys()).toEqual([`${BTC} rehearsal`]);
  });

  it('cost one small request later, and do not become more', async () => {
    const store = memoryCandles();
    await update(NOW, store, []);
    const asked: CandleQuery[] = [];
    const known = await update(NOW + HOUR, store, asked);
    expect(known.candles).toHaveLength(MINUTES + 1);
    expect(known.from).toBe(NOW + HOUR - MINUTES * 60);
    expect(asked).toHaveLength(1);
    expect((asked[0]?.to ?? 0) - (asked[0]?.from ?? 0)).toBeLessThanOrEqual(HOUR + 60);
  });

  it('are wanted after those of the chart, the long ones first', () => {
    const shown = { chart: { feedId: BTC, period: '24h' }, rehearsed: [BTC], rows: [BTC] } as const;
    const wanted = wantedCandles(shown, ['1', '60', '240', '1D'], () => undefined, NOW * 1_000);
    expect(wanted.map(({ key }) => key)).toEqual(
      ['24h', '30d', 'rehearsal', 'line', '1y', 'days'].map((name) => `${BTC} ${name}`),
    );
  });
});

describe('candles of a chart', () => {
  const plan = planChart('24h', { now: NOW, resolutions: ['1', '5', '60'] });
  const ask = async (most: number, asked: CandleQuery[]) => {
    if (!plan) throw new Error('There are resolutions.');
    const task = { id: BTC, symbol: 'BTC', plan, wasClosed: () => false };
    return updateCandles(task, memoryCandles(), minuteBars(asked, most));
  };

  it.for([
    [2_000, 1],
    [720, 2],
    [500, 3],
    [300, 5],
  ] as const)('are complete if the service sends %i a response', async ([most, requests]) => {
    const asked: CandleQuery[] = [];
    const { candles } = await ask(most, asked);
    expect(candles.length).toBeGreaterThanOrEqual(1_440);
    expect(candles[0]?.start).toBeLessThanOrEqual(NOW - 1_439 * 60);
    expect(asked).toHaveLength(requests);
  });

  it('are the newest if it sends so few that eight requests are not enough', async () => {
    const asked: CandleQuery[] = [];
    const { candles } = await ask(100, asked);
    expect(candles).toHaveLength(800);
    expect(candles.at(-1)?.start).toBe(NOW);
    expect(asked).toHaveLength(8);
  });

  it('are asked for no longer than there are earlier ones', async () => {
    const asked: CandleQuery[] = [];
    const bars = minuteBars(asked);
    const young = async (query: CandleQuery) => {
      const page = await bars(query);
      return { ...page, candles: page.candles.filter(({ start }) => start > NOW - HOUR) };
    };
    if (!plan) throw new Error('There are resolutions.');
    const task = { id: BTC, symbol: 'BTC', plan, wasClosed: () => false };
    expect((await updateCandles(task, memoryCandles(), young)).candles).toHaveLength(60);
    expect(asked).toHaveLength(2);
  });
});
