import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crowdedDays, timesToDrop } from '@/lib/domain/history/thinning.ts';

const NOW = 1_795_245_600;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** What remains of one sample per minute over `seconds`. */
function remaining(seconds: number): number[] {
  const times = Array.from({ length: seconds / MINUTE }, (_, n) => NOW - seconds + n * MINUTE);
  const dropped = new Set(timesToDrop(times, NOW));
  return times.filter((time) => !dropped.has(time));
}

const within = (times: readonly number[], from: number, to: number): number[] =>
  times.filter((time) => NOW - time > from && NOW - time <= to);

describe('timesToDrop', () => {
  it('keeps a sample per minute, then per 10 minutes, per hour and per day, then none', () => {
    const times = remaining(380 * DAY);
    expect(within(times, 0, 2 * HOUR)).toHaveLength(120);
    expect(within(times, 2 * HOUR, 25 * HOUR).length).toBeCloseTo(23 * 6, -1);
    expect(within(times, 25 * HOUR, 8 * DAY).length).toBeCloseTo(7 * 24 - 1, -1);
    expect(within(times, 8 * DAY, 373 * DAY).length).toBeCloseTo(365, -1);
    expect(within(times, 373 * DAY, 380 * DAY)).toEqual([]);
  });

  it('keeps the times that are requested from the service', () => {
    const times = remaining(8 * DAY);
    for (let hours = 1; hours < 24 * 7; hours += 1) {
      expect(times).toContain(Math.floor((NOW - hours * HOUR) / HOUR) * HOUR);
    }
  });

  it('drops nothing more when it is repeated', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: NOW - 12 * DAY, max: NOW })),
        fc.integer({ min: 0, max: DAY }),
        fc.func(fc.boolean()),
        (some, later, isGap) => {
          const times = some.toSorted((a, b) => a - b);
          const gaps = new Set(times.filter(isGap));
          const dropped = new Set(timesToDrop(times, NOW + later, gaps));
          const rest = times.filter((time) => !dropped.has(time));
          expect(timesToDrop(rest, NOW + later, gaps)).toEqual([]);
        },
      ),
    );
  });

  it('limits the number of records per feed', () => {
    expect(remaining(500 * DAY).length).toBeLessThan(450 + 373);
  });

  it('prefers a price to a gap before it', () => {
    const day = Math.floor(NOW / DAY - 20) * DAY;
    const times = [day, day + HOUR, day + 2 * HOUR];
    expect(timesToDrop(times, NOW, new Set([day]))).toEqual([day, day + 2 * HOUR]);
    expect(timesToDrop(times, NOW, new Set(times))).toEqual([day + HOUR, day + 2 * HOUR]);
  });

  it('keeps records from the future, after the clock was set back', () => {
    expect(timesToDrop([NOW + HOUR], NOW)).toEqual([]);
  });
});

describe('crowdedDays', () => {
  const day = Math.floor(NOW / DAY - 20) * DAY;

  it('spans the days of which a record must go', () => {
    const times = [day - DAY, day + HOUR, day + 2 * HOUR, day + DAY, day + DAY + 5, day + 3 * DAY];
    expect(crowdedDays(times, NOW)).toEqual([day, day + DAY + 5]);
  });

  it('is null if every day has one record, whatever is thinned later', () => {
    expect(crowdedDays([day - DAY, day, NOW - 3 * HOUR, NOW - 3 * HOUR + 1], NOW)).toBeNull();
    expect(crowdedDays([NOW - 400 * DAY, NOW - 400 * DAY + 1], NOW)).toBeNull();
  });
});
