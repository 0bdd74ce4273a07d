import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFrom } from '@/lib/domain/history/change.ts';
import { periodOf, type PeriodPoint } from '@/lib/domain/history/period.ts';
import { addDecimals, changePercent, compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';

const BEGINS = 1_000_000;
const tolerance = { before: 600, after: 300 };
const waiting = { none: 'waiting' } as const;

const decimals = fc.record({
  mantissa: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  expo: fc.integer({ min: -8, max: 2 }),
});
const someDecimals = decimals.filter(({ mantissa }) => mantissa !== 0n);

/** Points from an hour before the period on, some of them of candles. */
const points = fc
  .array(
    fc.record({
      time: fc.integer({ min: BEGINS - 3_600, max: BEGINS + 86_400 }),
      price: decimals,
      isCandle: fc.boolean(),
      span: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list
      .map(({ time, price, isCandle, span }): PeriodPoint => {
        const by = { mantissa: isCandle ? span : 0n, expo: price.expo };
        const down = { ...by, mantissa: -by.mantissa };
        return { time, price, high: addDecimals(price, by), low: addDecimals(price, down) };
      })
      .toSorted((a, b) => a.time - b.time),
  );

const origins = fc.oneof(
  fc.record({ from: someDecimals, time: fc.integer({ min: BEGINS - 1_800, max: BEGINS + 600 }) }),
  fc.constantFrom(waiting, { none: 'closed' } as const),
);

const at = (time: number, mantissa: bigint): PeriodPoint => {
  const price = { mantissa, expo: -2 };
  return { time, price, high: price, low: price };
};

const isWithin = (price: Decimal, { high, low }: { high: Decimal; low: Decimal }): boolean =>
  compareDecimals(low, price) <= 0 && compareDecimals(price, high) <= 0;

function periodFrom(
  origin: Parameters<typeof periodOf>[0]['origin'],
  list: readonly PeriodPoint[],
  latest: Decimal | null = null,
) {
  return periodOf({ origin, points: list, begins: { time: BEGINS }, tolerance, latest });
}

describe('a period', () => {
  it('has its start, its latest price and every price of its line from low to high', () => {
    fc.assert(
      fc.property(origins, points, fc.option(decimals), (origin, list, latest) => {
        const period = periodFrom(origin, list, latest);
        const { range, start, since } = period;
        const line = list.filter(({ time }) => time >= since.time);
        if (range === null) {
          expect([...line, start, latest].filter(Boolean)).toEqual([]);
          return;
        }
        for (const price of [start?.from, latest, ...line.map((point) => point.price)]) {
          if (price) expect(isWithin(price, range)).toBe(true);
        }
        const ends = [
          ...line,
          ...[start?.from, latest].flatMap((price) => (price ? [{ high: price, low: price }] : [])),
        ];
        expect(ends.some(({ high }) => compareDecimals(high, range.high) === 0)).toBe(true);
        expect(ends.some(({ low }) => compareDecimals(low, range.low) === 0)).toBe(true);
      }),
    );
  });

  it('starts where the change in the list starts, whatever the line has there', () => {
    fc.assert(
      fc.property(someDecimals, points, (from, list) => {
        const origin = { from, time: BEGINS - 900 };
        const { start, since } = periodFrom(origin, list);
        expect(start).toEqual(origin);
        expect(since).toEqual({ time: origin.time });
      }),
    );
  });

  it('has a change that is the shown price minus the start, at its end and at every point', () => {
    fc.assert(
      fc.property(origins, points, decimals, (origin, list, latest) => {
        const { start } = periodFrom(origin, list, latest);
        if (!start) return;
        for (const price of [latest, ...list.map((point) => point.price)]) {
          const { amount, percent } = changeFrom(start.from, price);
          expect(compareDecimals(addDecimals(start.from, amount), price)).toBe(0);
          expect(percent).toEqual(changePercent(price, start.from, -percent!.expo));
        }
      }),
    );
  });

  it('starts at the point nearest to its beginning while the past price is on the way', () => {
    const list = [at(BEGINS - 500, 1n), at(BEGINS + 200, 2n), at(BEGINS + 290, 3n)];
    const period = periodFrom(waiting, list);
    expect(period.start).toEqual({ from: list[1]!.price, time: BEGINS + 200 });
    expect(period.range).toEqual({ high: list[2]!.price, low: list[1]!.price });
  });

  it.each([
    ['none is near', [at(BEGINS - 601, 1n), at(BEGINS + 301, 2n)], waiting],
    ['the price there was zero', [at(BEGINS, 0n)], waiting],
    ['the market was closed', [at(BEGINS, 1n)], { none: 'closed' } as const],
  ])('has no start if %s', (_, list, origin) => {
    const period = periodFrom(origin, list);
    expect(period).toMatchObject({ start: null, none: origin.none, since: { time: BEGINS } });
  });

  it('never shows another start than that of its change, as a stock once did', () => {
    // 263.855 with +3.444 in the list, where the first candle was at 261.016.
    const origin = { from: { mantissa: 260_411n, expo: -3 }, time: BEGINS };
    const latest = { mantissa: 263_855n, expo: -3 };
    const first = { mantissa: 261_016n, expo: -3 };
    const period = periodFrom(
      origin,
      [{ time: BEGINS + 60, price: first, high: first, low: first }],
      latest,
    );
    expect(period.start?.from).toEqual(origin.from);
    expect(period.range).toEqual({ high: latest, low: origin.from });
    expect(changeFrom(origin.from, latest).amount).toEqual({ mantissa: 3_444n, expo: -3 });
  });

  const missing = (from: number, until: number): boolean => until - from > 600;
  const later = [at(BEGINS + 5_000, 7n), at(BEGINS + 6_000, 9n)];

  it('says since when its prices are known, and its change starts there if it may', () => {
    const options = { points: later, begins: { time: BEGINS }, tolerance, latest: null };
    const period = { ...options, isMissing: missing, mayStartLate: true };
    expect(periodOf({ ...period, origin: waiting })).toMatchObject({
      start: { from: later[0]?.price, time: BEGINS + 5_000 },
      since: { time: BEGINS },
      pricesSince: { time: BEGINS + 5_000 },
      isLate: true,
      range: { low: later[0]?.price, high: later[1]?.price },
    });
    const origin = { from: { mantissa: 8n, expo: -2 }, time: BEGINS };
    expect(periodOf({ ...period, origin })).toMatchObject({
      start: origin,
      pricesSince: { time: BEGINS + 5_000 },
      isLate: false,
    });
    expect(periodOf({ ...period, origin: { none: 'closed' } })).toMatchObject({
      start: null,
      pricesSince: { time: BEGINS + 5_000 },
    });
  });

  it.each([
    ['begins with a price', [at(BEGINS + 200, 1n), ...later], missing],
    ['was closed until the first price', later, () => false],
    ['has no prices', [], missing],
  ])('says nothing of that if it %s', (_, list, isMissing) => {
    const options = { begins: { time: BEGINS }, tolerance, latest: null, mayStartLate: true };
    const period = periodOf({ ...options, origin: waiting, points: list, isMissing });
    expect(period).toMatchObject({ pricesSince: null, isLate: false });
  });

  it('compares days, which have no time of day, with the day of a time', () => {
    const noon = 50 * 86_400 + 43_200;
    const day = { ...at(50 * 86_400, 5n), isDay: true };
    const timeOf = ({ time, isDay }: { time: number; isDay?: boolean | undefined }): number =>
      isDay ? time : Math.floor(time / 86_400) * 86_400;
    const period = periodOf({
      origin: waiting,
      points: [{ ...at(49 * 86_400, 4n), isDay: true }, day],
      begins: { time: noon },
      tolerance: { before: 7 * 86_400, after: 86_400 },
      latest: null,
      timeOf,
    });
    expect(period.start).toEqual({ from: day.price, time: day.time, isDay: true });
    expect(period.range).toEqual({ low: day.price, high: day.price });
  });
});
