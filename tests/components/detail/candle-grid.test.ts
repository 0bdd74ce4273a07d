import { describe, expect, it } from 'vitest';
import { toCandleGrid } from '@/components/detail/chart/candle-grid.ts';
import { placeOf, slotAtTime, timeAt } from '@/components/detail/chart/chart-grid.ts';
import { toChartScale } from '@/components/detail/chart/chart-scale.ts';
import { barDays } from '@/lib/history-service/bar-day.ts';
import type { Resolution } from '@/lib/history-service/index.ts';
import type { CollectedPrice } from '@/lib/domain/history/collected-price.ts';
import { collectedAt } from './detail-page.tsx';

const START = 1_800_000_000;
const STEP = 1_800;

/** Closes in hundredths, each ± 5 from low to high. */
function candles(closes: readonly (number | null)[], visibleFrom = START) {
  const known = closes.flatMap((close, index) => {
    if (close === null) return [];
    const figure = BigInt(close);
    const [low, high] = [figure - 500n, figure + 500n];
    const start = START + index * STEP;
    return [{ start, open: low, high, low, close: figure, isFinal: true }];
  });
  const to = START + closes.length * STEP - 1;
  return {
    known: { expo: -2, candles: known, from: START, to, storedAt: 0 },
    plan: { resolution: '30' as const, from: START, to, visibleFrom },
  };
}

describe('a grid of candles', () => {
  it('has a slot for each, gaps, and where the period begins', () => {
    const shown = candles([10_000, null, 10_200], START + STEP);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null, timeZone: 'UTC' });
    expect(grid).toMatchObject({
      starts: [START, START + STEP, START + 2 * STEP],
      dayZone: null,
      stepSeconds: STEP,
      firstShown: 1,
      count: 2,
      hasCandles: true,
    });
    expect(grid.slots.map((slot) => slot?.price)).toEqual(['10000', undefined, '10200']);
  });

  it('has a split where candles agree with signed prices again, of any ratio above a quarter', () => {
    const shown = candles([10_000, 10_100, null, 10_150, 10_000]);
    const splitOf = (...prices: [slot: number, price: number][]) => {
      const collected = prices.map(([slot, price]) => collectedAt(START + slot * STEP, price));
      const options = { until: shown.plan.to, latest: null, timeZone: 'UTC' };
      return toCandleGrid(shown, collected, options).split;
    };
    // The market was closed in between, as on a weekend.
    expect(splitOf([0, 40_000], [1, 40_400], [3, 10_150], [4, 10_000])).toBe(3);
    // In reverse, 1 for 10, and on the last candle.
    expect(splitOf([1, 1_010], [3, 1_015], [4, 10_000])).toBe(4);
    expect(splitOf([0, 15_000], [1, 10_100])).toBe(1);
    expect(splitOf([0, 12_000], [1, 10_100])).toBeNull();
    expect(splitOf([0, 40_000], [1, 40_400])).toBeNull();
    expect(splitOf([3, 10_150], [4, 40_000])).toBeNull();
  });

  it('has signed prices only where they are newer than the last candle', () => {
    const shown = candles([10_000, 10_100, 10_150]);
    const inLast = collectedAt(START + 2 * STEP + 10, 10_200);
    const after = collectedAt(START + 3 * STEP + 10, 10_300);
    const prices = [collectedAt(START + STEP + 10, 40_000), inLast, after];
    const pricesOf = (known: typeof shown, latest: CollectedPrice | null = null) =>
      toCandleGrid(known, prices, { until: after.time, latest, timeZone: 'UTC' }).slots.map(
        (slot) => [slot?.price, slot?.conf],
      );
    const closes = [
      ['10000', null],
      ['10100', null],
    ];
    expect(pricesOf(shown)).toEqual([...closes, ['10150', null], ['10300', '50']]);
    // The headline's price may be older than the candles.
    expect(pricesOf(shown, prices[0])[1]).toEqual(['40000', '50']);
    // A running candle's close is as old as its request.
    const running = shown.known.candles.map((each, at) => ({ ...each, isFinal: at < 2 }));
    expect(pricesOf({ ...shown, known: { ...shown.known, candles: running } })).toEqual([
      ...closes,
      ['10200', '50'],
      ['10300', '50'],
    ]);
  });

  it('is drawn as a line of closes, or as candles in the range from low to high', () => {
    const shown = candles([10_000, 10_200]);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null, timeZone: 'UTC' });
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
    const scale = toChartScale(grid, true);
    expect(scale.range).toEqual({ low: 0.95, high: 1.07 });
    expect(scale.points[0]).toEqual({ price: 1, open: 0.95, low: 0.95, high: 1.05 });
  });

  it('does not count what is left of the period in its range', () => {
    const shown = candles([90_000, 10_000, 10_200], START + STEP);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null, timeZone: 'UTC' });
    expect(toChartScale(grid).range).toEqual({ low: 1, high: 1.02 });
  });
});

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

/** A grid of bars that begin at these times. */
function gridOf(starts: readonly number[], resolution: Resolution, timeZone = 'UTC') {
  const known = starts.map((start, index) => {
    const close = BigInt(100 + index);
    return { start, open: close, high: close, low: close, close, isFinal: true };
  });
  const [from = 0, to = 0] = [starts[0], starts.at(-1)];
  const plan = { resolution, from, to, visibleFrom: from };
  return toCandleGrid({ known: { expo: 0, candles: known, from, to, storedAt: 0 }, plan }, [], {
    until: resolution === '1D' ? to + 86_399 : to,
    latest: null,
    timeZone,
  });
}

/** The changes of a zone's clock in 2026, in seconds. */
function changesOf(timeZone: string): number[] {
  const changes: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2026-01-01[${timeZone}]`);
  while ((at = at.getTimeZoneTransition('next')) && at.year === 2026) {
    changes.push(at.epochMilliseconds / 1_000);
  }
  return changes;
}

describe('slots', () => {
  it('are one for each day of a market, and each price is in that of its day', () => {
    const faults: string[] = [];
    for (const timeZone of ZONES) {
      const dayOf = barDays(timeZone);
      const dates = changesOf(timeZone).flatMap((change) => {
        const date = Temporal.Instant.fromEpochMilliseconds(change * 1_000)
          .toZonedDateTimeISO(timeZone)
          .toPlainDate();
        return [-2, -1, 0, 1, 2].map((days) => date.add({ days }));
      });
      const midnights = dates.map((date) => date.toZonedDateTime(timeZone));
      const starts = midnights.map(({ epochMilliseconds }) => dayOf(epochMilliseconds / 1_000));
      const grid = gridOf(starts, '1D', timeZone);
      const kept = grid.slots.filter((slot) => slot !== null);
      const isLost = kept.length !== starts.length;
      const isWrong = dates.some((date, index) => {
        const noon = date.toZonedDateTime({ timeZone, plainTime: '12:00' });
        const time = noon.epochMilliseconds / 1_000;
        return grid.slots[slotAtTime(grid, { time })]?.price !== String(100 + index);
      });
      if (isLost || isWrong) faults.push(timeZone);
    }
    expect(faults).toEqual([]);
  });

  it.each(['60', '240', '720'] as const)(
    'of %s minutes since midnight are all there when the clock changes',
    (resolution) => {
      const hours = Number(resolution) / 60;
      let changes = 0;
      const faults: string[] = [];
      for (const timeZone of ZONES) {
        for (const change of changesOf(timeZone)) {
          changes += 1;
          const day = Temporal.Instant.fromEpochMilliseconds(change * 1_000)
            .toZonedDateTimeISO(timeZone)
            .toPlainDate();
          const starts = [-1, 0, 1].flatMap((days) =>
            Array.from({ length: 24 / hours }, (_, index) => {
              const plainTime = { hour: index * hours };
              const start = day.add({ days }).toZonedDateTime({ timeZone, plainTime });
              return start.epochMilliseconds / 1_000;
            }),
          );
          const unique = [...new Set(starts)];
          const grid = gridOf(unique, resolution);
          const count = grid.slots.filter((slot) => slot !== null).length;
          if (count !== unique.length) faults.push(`${timeZone} ${change}`);
        }
      }
      expect(faults).toEqual([]);
      expect(changes).toBeGreaterThan(100);
    },
  );

  it('of months are one for each month', () => {
    const months = Array.from({ length: 36 }, (_, month) => Date.UTC(2024, month) / 1_000);
    const grid = gridOf(months, '1M');
    expect(grid.slots.map((slot) => slot?.price)).toEqual(months.map((_, at) => String(100 + at)));
  });

  it('of weeks are one for each week, also of one that begins after a holiday', () => {
    const monday = Date.UTC(2026, 4, 18) / 1_000;
    const weeks = [0, 7, 15, 21, 28].map((days) => monday + days * 86_400);
    expect(gridOf(weeks, '1W').slots.map((slot) => slot?.time)).toEqual(weeks);
    const late = [1, 7, 14].map((days) => monday + days * 86_400);
    expect(gridOf(late, '1W').slots.map((slot) => slot?.time)).toEqual(late);
  });

  it('lead to times and back', () => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month) / 1_000);
    const grid = gridOf(months, '1M');
    for (const place of [-3.5, -1, 0, 0.25, 4, 10.9, 11, 12.5]) {
      expect(placeOf(grid, timeAt(grid, place))).toBeCloseTo(place, 9);
    }
  });

  it('begin with the period, even if the candles begin later', () => {
    const shown = candles([10_000, 10_100], START - 5 * STEP - 60);
    const grid = toCandleGrid(shown, [], { until: shown.plan.to, latest: null, timeZone: 'UTC' });
    expect(grid.firstShown).toBe(0);
    expect(grid.slots.map((slot) => slot !== null)).toEqual([
      ...Array.from({ length: 6 }, () => false),
      true,
      true,
    ]);
    expect(grid.starts[0]).toBe(START - 6 * STEP);
  });
});
