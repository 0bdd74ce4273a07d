import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addHistograms,
  measured,
  quantile,
  type Histogram,
} from '@/lib/domain/diagnostics/histogram.ts';
import {
  addHour,
  addStats,
  hourOf,
  lastAnswerAt,
  MAX_HOURS,
  noStats,
  partsOf,
  summarize,
} from '@/lib/pages/diagnostics/service-stats.ts';
import type { HourStats } from '@/lib/storage/values/service-stats.ts';

const NOW = Date.UTC(2026, 10, 22, 7, 30);
const HOUR = hourOf(NOW);

const histogramOf = (values: readonly number[]): Histogram =>
  values.reduce<Histogram>(measured, {});

describe('a histogram', () => {
  const durations = fc.array(fc.double({ min: 0, max: 150_000, noNaN: true }), { minLength: 1 });

  it('knows its quantiles to within half a doubling', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = Math.max(1, sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
        const found = quantile(histogramOf(values), share) ?? 0;
        expect(found).toBeGreaterThanOrEqual(Math.floor(exact));
        expect(found).toBeLessThanOrEqual(exact * Math.SQRT2 + 1);
      }),
    );
  });

  it('adds up', () => {
    fc.assert(
      fc.property(durations, durations, (one, other) => {
        expect(addHistograms(histogramOf(one), histogramOf(other))).toEqual(
          histogramOf([...one, ...other]),
        );
      }),
    );
  });

  it('has no quantile without measurements, and a last class', () => {
    expect(quantile({}, 0.5)).toBeNull();
    expect(Object.keys(histogramOf([1e9, Infinity]))).toEqual(['35']);
  });
});

describe('the hours of a service', () => {
  const stats = (hour: number, answered = 1): HourStats => ({ ...noStats(hour), answered });

  it('are merged, and at most a week old', () => {
    const hours = addHour([stats(HOUR - MAX_HOURS), stats(HOUR - MAX_HOURS + 1)], stats(HOUR));
    expect(hours).toEqual([stats(HOUR - MAX_HOURS + 1), stats(HOUR)]);
    expect(addHour(hours, stats(HOUR, 2)).at(-1)).toEqual(stats(HOUR, 3));
    expect(addHour([stats(HOUR + 9)], stats(HOUR))).toEqual([stats(HOUR)]);
  });

  it('make a summary of the last day', () => {
    const hours: HourStats[] = [
      { ...stats(HOUR - 24, 1_000) },
      { ...stats(HOUR - 1, 90), refusals: { '429': 4 }, latency: { ...histogramOf([90, 100]) } },
      { ...stats(HOUR, 5), refusals: { '429': 1 }, lag: { '0': 3 }, bytes: 7, contradictions: 2 },
    ];
    expect(summarize(hours, 24, NOW)).toEqual({
      requests: 100,
      answeredShare: 0.95,
      latencyMs: { median: 91, p95: 128 },
      lagMs: { median: 1, p95: 1 },
      refusals: { '429': 5 },
      bytes: 7,
      contradictions: 2,
    });
    expect(summarize([], 24, NOW)).toMatchObject({ requests: 0, answeredShare: null });
  });

  it('add up by service', () => {
    const sum = addStats({ a: [stats(HOUR)], b: [stats(HOUR)] }, { a: [stats(HOUR, 2)], c: [] });
    expect(sum).toEqual({ a: [stats(HOUR, 3)], b: [stats(HOUR)], c: [] });
  });

  it('know the last answer', () => {
    const at = (hour: number, answeredAt: number) => ({ ...stats(hour), answeredAt });
    expect(lastAnswerAt([])).toBeNull();
    expect(lastAnswerAt([at(HOUR, 0)])).toBeNull();
    const hours = addHour([at(HOUR - 1, NOW - 9_000)], at(HOUR, 0));
    expect(lastAnswerAt(hours)).toBe(NOW - 9_000);
    expect(lastAnswerAt(addHour(hours, at(HOUR - 1, NOW - 10_000)))).toBe(NOW - 9_000);
  });

  it.each([
    ['day', 24, 1],
    ['week', 7, 24],
  ] as const)('make the parts of a %s, which add up to it', (period, count, hoursEach) => {
    const hour = fc.record({
      hour: fc.integer({ min: HOUR - MAX_HOURS - 3, max: HOUR + 3 }),
      answered: fc.nat(9),
      failed: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(hour, { maxLength: 30 }), (all) => {
        const hours = all
          .map(({ failed, ...rest }) => ({ ...noStats(rest.hour), ...rest, refusals: { failed } }))
          .reduce<HourStats[]>(addHour, []);
        const parts = partsOf(hours, period, NOW);
        expect(parts).toHaveLength(count);
        expect(parts.at(-1)?.from).toBe((HOUR - hoursEach + 1) * 3_600_000);
        const sum = parts.reduce((total, { requests }) => total + requests, 0);
        expect(sum).toBe(summarize(hours, count * hoursEach, NOW).requests);
      }),
    );
  });
});
