import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHART_PERIODS } from '@/lib/domain/history/periods.ts';
import {
  chartTimes,
  chartStepSeconds,
  isReferenceCurrent,
  longestDelaySeconds,
  PERIOD_SECONDS,
  referenceTime,
  sparklineTimes,
} from '@/lib/domain/history/time-grid.ts';

// 2026-11-21T07:20:00Z
const NOW = Date.UTC(2026, 10, 21, 7, 20) / 1_000;

const clock = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 });

describe('referenceTime', () => {
  it.each([
    ['1h', Date.UTC(2026, 10, 21, 6, 20)],
    ['24h', Date.UTC(2026, 10, 20, 7, 0)],
    ['7d', Date.UTC(2026, 10, 14, 7, 0)],
  ] as const)('of %s is on a grid', (period, ms) => {
    expect(referenceTime(period, NOW)).toBe(ms / 1_000);
    expect(referenceTime(period, NOW + 59)).toBe(ms / 1_000);
  });

  it('is always close to the start of the period', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHART_PERIODS), clock, (period, now) => {
        const before = now - PERIOD_SECONDS[period] - referenceTime(period, now);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThan(longestDelaySeconds(period));
      }),
    );
  });
});

describe('isReferenceCurrent', () => {
  it('is true until the next reference has had time to arrive, no longer', () => {
    const time = referenceTime('1h', NOW);
    expect(isReferenceCurrent('1h', time, NOW)).toBe(true);
    expect(isReferenceCurrent('1h', time, NOW + 5 * 60)).toBe(true);
    expect(isReferenceCurrent('1h', time, NOW + 10 * 60)).toBe(false);
    expect(isReferenceCurrent('1h', time, NOW - 5 * 60)).toBe(false);
    expect(isReferenceCurrent('24h', time, NOW)).toBe(false);
  });
});

describe('sparklineTimes', () => {
  it('are the full hours of a day, each once, every eighth hour first', () => {
    const times = sparklineTimes(NOW);
    expect(times).toHaveLength(25);
    expect(new Set(times).size).toBe(25);
    expect(Math.max(...times)).toBe(Date.UTC(2026, 10, 21, 7) / 1_000);
    expect(Math.min(...times)).toBe(Date.UTC(2026, 10, 20, 7) / 1_000);
    const firstHours = times.slice(0, 3).map((time) => time / 3_600);
    expect(firstHours.every((hour) => hour % 8 === 0)).toBe(true);
  });
});

describe('chartTimes', () => {
  it.each(CHART_PERIODS)('of %s reach from the start of the period to now', (period) => {
    const times = chartTimes(period, NOW).toSorted((a, b) => a - b);
    const step = chartStepSeconds(period);
    expect(NOW - times.at(-1)!).toBeLessThan(step);
    const length = times.at(-1)! - times[0]!;
    expect(length).toBe(Math.floor(PERIOD_SECONDS[period] / step) * step);
    // Older samples are deleted.
    expect(NOW - times[0]!).toBeLessThan(373 * 86_400);
    expect(times.every((time) => time % step === 0)).toBe(true);
    // Each costs one request.
    expect(times.length).toBeLessThan(54);
  });
});
