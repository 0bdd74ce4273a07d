import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timesToDrop } from '@/lib/history/thinning.ts';

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
  it('keeps a sample per minute, then one per 10 minutes, then one per hour, then none', () => {
    const times = remaining(10 * DAY);
    expect(within(times, 0, 2 * HOUR)).toHaveLength(120);
    expect(within(times, 2 * HOUR, 25 * HOUR).length).toBeCloseTo(23 * 6, -1);
    expect(within(times, 25 * HOUR, 8 * DAY).length).toBeCloseTo(7 * 24 - 1, -1);
    expect(within(times, 8 * DAY, 10 * DAY)).toEqual([]);
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
        fc.uniqueArray(fc.integer({ min: NOW - 9 * DAY, max: NOW })),
        fc.integer({ min: 0, max: DAY }),
        (some, later) => {
          const times = some.toSorted((a, b) => a - b);
          const dropped = new Set(timesToDrop(times, NOW + later));
          const rest = times.filter((time) => !dropped.has(time));
          expect(timesToDrop(rest, NOW + later)).toEqual([]);
        },
      ),
    );
  });

  it('limits the number of records per feed', () => {
    expect(remaining(30 * DAY).length).toBeLessThan(450);
  });

  it('keeps records from the future, after the clock was set back', () => {
    expect(timesToDrop([NOW + HOUR], NOW)).toEqual([]);
  });
});
