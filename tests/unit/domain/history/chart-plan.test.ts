import fc from 'fast-check';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { describe, expect, it } from 'vitest';
import {
  newestRange,
  openShareOf,
  planChart,
  planSparkline,
  missingRange,
} from '@/lib/domain/history/chart-plan.ts';
import { CHART_PERIODS } from '@/lib/domain/history/periods.ts';
import { PERIOD_SECONDS } from '@/lib/domain/history/time-grid.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import {
  DEFAULT_RESOLUTIONS,
  resolutionSeconds,
  type Candle,
  type Resolution,
} from '@/lib/history-service/index.ts';

const NOW = Date.UTC(2026, 10, 24, 15, 7, 13) / 1000;
const DAY = 86_400;
/** Those of the public operator. */
const PUBLIC: readonly Resolution[] = [
  '1',
  '2',
  '5',
  '15',
  '30',
  '60',
  '120',
  '240',
  '360',
  '720',
  '1D',
  '1W',
  '1M',
];
const STOCK = openShareOf(
  parseSchedule({
    schedule: 'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;',
  }),
);

function fewest(length: number): number {
  return length < DAY ? 316 : 150;
}

describe('the bars of a period', () => {
  it.each<[CandlePeriod, Resolution, Resolution, Resolution]>([
    ['1h', '1', '1', '1'],
    ['24h', '2', '1', '1'],
    ['7d', '30', '5', '30'],
    ['30d', '120', '15', '60'],
    ['1y', '1D', '1D', '1D'],
    ['all', '1D', '1D', '1D'],
  ])('%s: %s, of a stock %s, with the default resolutions %s', (period, always, stock, plain) => {
    const of = (resolutions: readonly Resolution[], openShare?: typeof STOCK) =>
      planChart(period, { now: NOW, resolutions, ...(openShare && { openShare }) })?.resolution;
    expect(of(PUBLIC)).toBe(always);
    expect(of(PUBLIC, STOCK)).toBe(stock);
    expect(of(DEFAULT_RESOLUTIONS)).toBe(plain);
  });

  it('are as many as the pixels of a popup wherever a service can have them, and never too many for one answer', () => {
    const resolutions = fc.uniqueArray(fc.constantFrom(...PUBLIC), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(...CHART_PERIODS),
        resolutions,
        fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
        (period, available, now) => {
          const plan = planChart(period, { now, resolutions: available });
          if (!plan) throw new Error('no plan');
          const length = resolutionSeconds(plan.resolution);
          const bars = (plan.to - plan.from) / length;
          expect(bars).toBeGreaterThanOrEqual(fewest(length));
          expect(bars).toBeLessThan(25_000);
          expect(plan.visibleFrom).toBe(now - PERIOD_SECONDS[period]);
          const isCut = PERIOD_SECONDS[period] > 20_000 * length;
          if (!isCut) expect(plan.from).toBeLessThanOrEqual(plan.visibleFrom);
          expect(plan.to).toBe(now);
          expect(plan.from % Math.min(length, DAY)).toBe(0);
          // No coarser one would do.
          const coarser = available.filter((each) => resolutionSeconds(each) > length);
          for (const each of coarser) {
            const seconds = resolutionSeconds(each);
            expect(PERIOD_SECONDS[period] / seconds).toBeLessThan(fewest(seconds));
          }
        },
      ),
    );
  });

  it('are none without a resolution', () => {
    expect(planChart('1y', { now: NOW, resolutions: [] })).toBeNull();
    expect(planSparkline({ now: NOW, resolutions: [] })).toBeNull();
  });

  it('of a sparkline are 48 or more', () => {
    expect(planSparkline({ now: NOW, resolutions: PUBLIC })).toEqual({
      resolution: '30',
      from: Date.UTC(2026, 10, 23, 15) / 1000,
      to: NOW,
      visibleFrom: NOW - DAY,
    });
    const stock = planSparkline({ now: NOW, resolutions: PUBLIC, openShare: STOCK });
    expect(stock?.resolution).toBe('5');
  });
});

it.each([
  [{}, 1, 1],
  [{ schedule: 'soon' }, 1, 1],
  [{ schedule: 'UTC;C,C,C,C,C,C,C;' }, 1, 1],
  [{ schedule: 'UTC;O,C,C,C,C,C,C;' }, 1 / 7, 1 / 7],
  [{ schedule: 'UTC;0000-1200,1200-2400,C,C,C,C,C;' }, 1 / 7, 2 / 7],
])('the open share of %j', (attributes: Record<string, string>, time, days) => {
  expect(openShareOf(parseSchedule(attributes))).toEqual({ time, days });
});

describe('the second request', () => {
  const plan = { resolution: '5', from: 100_000, to: 200_000, visibleFrom: 100_000 } as const;
  const isNever = () => false;
  const candleAt = (start: number): Candle => ({
    start,
    open: 1n,
    high: 1n,
    low: 1n,
    close: 1n,
    isFinal: true,
  });
  const page = (starts: number[], nextTime: number | null = null) => ({
    candles: starts.map(candleAt),
    nextTime,
  });

  it.each<
    [
      what: string,
      starts: number[],
      nextTime: number | null,
      wasClosed: boolean,
      range: object | null,
    ]
  >([
    ['a full answer', [100_200, 199_800], null, false, null],
    [
      'an answer with the newest bars only',
      [150_000, 199_800],
      null,
      false,
      { from: 100_000, to: 149_999 },
    ],
    ['a market that was closed until then', [150_000, 199_800], null, true, null],
    ['nothing', [], null, false, null],
    ['nothing, but bars before', [], 90_000, false, { from: 0, to: 90_000 }],
    ['nothing, and a time that is no hint', [], 150_000, false, null],
  ])('after %s', (_, starts, nextTime, wasClosed, range) => {
    const closures = wasClosed ? () => true : isNever;
    expect(missingRange(plan, page(starts, nextTime), closures)).toEqual(range);
  });

  it('to refresh begins with the last candle', () => {
    expect(newestRange(plan, { expo: 0, candles: [] })).toEqual({ from: 100_000, to: 200_000 });
    const known = { expo: 0, candles: [candleAt(150_000), candleAt(150_300)] };
    expect(newestRange(plan, known)).toEqual({ from: 150_300, to: 200_000 });
    const ahead = { expo: 0, candles: [candleAt(300_000)] };
    expect(newestRange(plan, ahead)).toEqual({ from: 200_000, to: 200_000 });
  });
});
