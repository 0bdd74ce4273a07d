import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chartTimes,
  chartStepSeconds,
  isReferenceCurrent,
  longestDelaySeconds,
  PERIOD_SECONDS,
  referenceTime,
  sparklineTimes,
} from '@/lib/history/time-grid.ts';

// 2026-11-21T07:20:00Z
const NOW = Date.UTC(2026, 10, 21, 7, 20) / 1_000;
const PERIODS = ['1h', '24h', '7d'] as const;

const clock = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 });

describe('referenceTime', () => {
  it.each([
    ['1h', Date.UTC(2026, 10, 21, 6, 20)],
    ['24h', Date.UTC(2026, 10, 20, 7, 0)],
    ['7d', Date.UTC(2026, 10, 14, 7, 0)],
  ] as const)('of %s lies on a grid', (period, ms) => {
    expect(referenceTime(period, NOW)).toBe(ms / 1_000);
    expect(referenceTime(period, NOW + 59)).toBe(ms / 1_000);
  });

  it('is never far from where the period begins', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), clock, (period, now) => {
        const before = now - PERIOD_SECONDS[period] - referenceTime(period, now);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThan(longestDelaySeconds(period));
      }),
    );
  });
});

describe('isReferenceCurrent', () => {
  it('lets a reference stand until its successor had time to come, not longer', () => {
    const moment = referenceTime('1h', NOW);
    expect(isReferenceCurrent('1h', moment, NOW)).toBe(true);
    expect(isReferenceCurrent('1h', moment, NOW + 5 * 60)).toBe(true);
    expect(isReferenceCurrent('1h', moment, NOW + 10 * 60)).toBe(false);
    expect(isReferenceCurrent('1h', moment, NOW - 5 * 60)).toBe(false);
    expect(isReferenceCurrent('24h', moment, NOW)).toBe(false);
  });
});

describe('sparklineTimes', () => {
  it('are the whole hours of a day, each once, every eighth hour first', () => {
    const moments = sparklineTimes(NOW);
    expect(moments).toHaveLength(25);
    expect(new Set(moments).size).toBe(25);
    expect(Math.max(...moments)).toBe(Date.UTC(2026, 10, 21, 7) / 1_000);
    expect(Math.min(...moments)).toBe(Date.UTC(2026, 10, 20, 7) / 1_000);
    const firstHours = moments.slice(0, 3).map((moment) => moment / 3_600);
    expect(firstHours.every((hour) => hour % 8 === 0)).toBe(true);
  });
});

describe('chartTimes', () => {
  it.each(PERIODS)('of %s reach from its beginning to now', (period) => {
    const moments = chartTimes(period, NOW).toSorted((a, b) => a - b);
    const step = chartStepSeconds(period);
    expect(NOW - moments.at(-1)!).toBeLessThan(step);
    expect(moments.at(-1)! - moments[0]!).toBe(PERIOD_SECONDS[period]);
    expect(moments.every((moment) => moment % step === 0)).toBe(true);
    // Each is one request.
    expect(moments.length).toBeLessThan(50);
  });
});
